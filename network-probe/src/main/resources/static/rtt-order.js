'use strict';

/**
 * Orders nodes so that close ones stand side by side: average-linkage clustering of the logarithms of their round-trip times, by chains of nearest
 * neighbours (F. Murtagh, "A survey of recent advances in hierarchical clustering algorithms", 1983), in time of the square of their number.
 *
 * @param micros round-trip times by row and column, in µs, below 0 where they are not known
 * @returns the rows in their order
 */
function clusterOrder(micros) {
  const size = micros.length;
  const distance = distances(micros);
  const rows = Array.from({ length: size }, (_, row) => [row]);
  const near = (a, b) => distance[a * size + b];
  const active = new Set(rows.keys());
  const chain = [];
  while (active.size > 1) {
    if (chain.length === 0) chain.push(active.values().next().value);
    const last = chain.at(-1);
    const before = chain.at(-2);
    const nearest = nearestOf(last, before, active, near);
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merge(Math.min(last, nearest), Math.max(last, nearest));
  }
  return size ? rows[active.values().next().value] : [];

  /** Puts cluster b into cluster a; the distance to others is the mean over the nodes of both. */
  function merge(a, b) {
    const [countA, countB] = [rows[a].length, rows[b].length];
    active.delete(b);
    for (const other of active) {
      if (other === a) continue;
      const mean = (countA * near(a, other) + countB * near(b, other)) / (countA + countB);
      distance[a * size + other] = mean;
      distance[other * size + a] = mean;
    }
    rows[a] = joined(rows[a], rows[b], micros);
  }
}

/** The nearest cluster; of equally near ones the one before in the chain, so that chains end. */
function nearestOf(cluster, before, active, near) {
  let nearest = before;
  for (const other of active) {
    if (other !== cluster && (nearest === undefined || near(cluster, other) < near(cluster, nearest))) nearest = other;
  }
  return nearest;
}

/** The logarithm of the shorter known way of each pair; pairs without any are as far as an hour. */
function distances(micros) {
  const size = micros.length;
  const found = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) found[row * size + column] = Math.log(1 + apart(micros, row, column));
  }
  return found;
}

function apart(micros, a, b) {
  const known = [micros[a][b], micros[b][a]].filter(value => value >= 0);
  return known.length ? Math.min(...known) : 3.6e9;
}

/** One row of nodes after the other, each turned so that the ends that meet are close. */
function joined(first, second, micros) {
  const ways = [[first, second], [first, [...second].reverse()], [[...first].reverse(), second], [[...first].reverse(), [...second].reverse()]];
  const gap = ([left, right]) => apart(micros, left.at(-1), right[0]);
  return ways.reduce((best, way) => (gap(way) < gap(best) ? way : best)).flat();
}

/** The ranges of rows of the same zone; none where rows are zones or are not ordered by zone. */
function zoneBlocks({ names, zones, ofNodes, byZone }) {
  const found = [];
  if (!ofNodes || !byZone) return found;
  names.forEach((name, i) => {
    if (i === 0 || zones[i] !== zones[i - 1]) found.push({ zone: zones[i] || 'no zone', first: i, last: i });
    found.at(-1).last = i;
  });
  return found;
}
