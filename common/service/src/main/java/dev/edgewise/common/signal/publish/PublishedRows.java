package dev.edgewise.common.signal.publish;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The effective values of one kind of signal, as this process knows them. Called by many threads. */
public interface PublishedRows<V> {
    /** The names of the rows that hold values. */
    Collection<String> names();

    /** A row's values by field; empty if there are none. Not to be changed. */
    Map<String, V> row(String name);

    Optional<V> find(String row, String field);
}
