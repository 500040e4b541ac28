package dev.edgewise.common.energy;

/**
 * Rules for which nodes host functions of which owners, by zones of charge. A bound belongs to the lower zone.
 *
 * <p>Source: Aslanpour et al., Energy-Aware Resource Scheduling for Serverless Edge Computing, CCGrid 2022,
 * 10.1109/CCGrid54584.2022.00028.
 *
 * @param rich percent above which a node is rich
 * @param vulnerable percent above which it is vulnerable
 * @param poor percent above which it is poor; at or below it is dead
 * @param stickiness share of the best host's charge that the present host may lack, 0 to 1
 * @param warm whether functions of dead nodes are placed elsewhere
 */
public record ChargeZoneRules(int rich, int vulnerable, int poor, double stickiness, boolean warm) {
    /** The paper's own. */
    public static final ChargeZoneRules DEFAULT = new ChargeZoneRules(60, 30, 10, 0.2, true);

    /** Says whether a node hosts a function of another. */
    public enum Hosting {
        NO,
        WITH_ROOM,
        /** The node hosts it if there is capacity beside the requests of the node's own functions. */
        BESIDE_ITS_OWN
    }

    /** @param percent charge, 0 to 100 */
    public ChargeZone zone(int percent) {
        if (percent > rich) {
            return ChargeZone.RICH;
        }
        if (percent > vulnerable) {
            return ChargeZone.VULNERABLE;
        }
        return percent > poor ? ChargeZone.POOR : ChargeZone.DEAD;
    }

    /** Whether functions of nodes of that zone stay there, whatever else is free. */
    public boolean staysHome(ChargeZone owner) {
        return owner == ChargeZone.RICH || owner == ChargeZone.DEAD && !warm;
    }

    /** @param anyRich whether some node is rich: vulnerable ones then do not host functions of dead nodes */
    public Hosting hosting(ChargeZone owner, ChargeZone host, boolean anyRich) {
        if (host == ChargeZone.RICH) {
            return Hosting.WITH_ROOM;
        }
        if (host != ChargeZone.VULNERABLE) {
            return Hosting.NO;
        }
        return switch (owner) {
            case POOR -> Hosting.BESIDE_ITS_OWN;
            case DEAD -> anyRich ? Hosting.NO : Hosting.WITH_ROOM;
            case RICH, VULNERABLE -> Hosting.NO;
        };
    }

    /**
     * Whether a function that was last on a host may stay there, if there is room: beside the host's own functions,
     * unless it is rich.
     *
     * @param host charge of that host
     * @param best charge of the best powered node that would host the function
     */
    public boolean sticks(ChargeZone owner, int host, int best, boolean anyRich) {
        boolean nearlyAsGood = host >= (1 - stickiness) * best;
        return switch (zone(host)) {
            case RICH -> nearlyAsGood;
            case VULNERABLE -> owner == ChargeZone.POOR && nearlyAsGood || owner == ChargeZone.DEAD && !anyRich;
            case POOR, DEAD -> false;
        };
    }
}
