package dev.edgewise.networkprobe.nodes;

import java.util.Comparator;

/** The order of names in which numbers count as such: {@code edge-2} before {@code edge-10}. */
public enum NaturalOrder implements Comparator<String> {
    INSTANCE;

    @Override
    public int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int order;
            if (isDigit(one.charAt(i)) && isDigit(other.charAt(j))) {
                int endOne = endOfDigits(one, i);
                int endOther = endOfDigits(other, j);
                order = compareNumbers(number(one, i, endOne), number(other, j, endOther));
                i = endOne;
                j = endOther;
            } else {
                order = Character.compare(one.charAt(i++), other.charAt(j++));
            }
            if (order != 0) {
                return order;
            }
        }
        int left = Integer.compare(one.length() - i, other.length() - j);
        return left != 0 ? left : one.compareTo(other);
    }

    private static int compareNumbers(String one, String other) {
        int length = Integer.compare(one.length(), other.length());
        return length != 0 ? length : one.compareTo(other);
    }

    /** Removes leading zeros. */
    private static String number(String text, int from, int end) {
        int first = from;
        while (first < end - 1 && text.charAt(first) == '0') {
            first++;
        }
        return text.substring(first, end);
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
