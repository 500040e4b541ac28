package dev.edgewise.sandbox;

public final class Sandbox {
    private Sandbox() {}

    public static void main(String[] args) {}
}
