'use strict';

/** The colours of round-trip times, which the style sheet has for light and dark pages. */
class DelayColours {
  static FASTEST_MICROS = 100;
  static SLOWEST_MICROS = 300000;

  constructor() {
    const colour = name => DelayColours.parsed(styleOf(name));
    this.stops = [0, 1, 2, 3, 4].map(i => colour(`--scale-${i}`));
    this.paper = colour('--paper');
    this.void = colour('--void');
    this.lost = colour('--lost');
    this.stale = colour('--stale');
    this.ink = colour('--ink');
    this.line = colour('--faint');
    this.mark = colour('--mark');
  }

  /** @param text #rgb or #rrggbb */
  static parsed(text) {
    const digits = text.length === 4 ? [...text.slice(1)].map(digit => digit + digit).join('') : text.slice(1);
    return [0, 2, 4].map(i => parseInt(digits.slice(i, i + 2), 16));
  }

  static css(rgb, alpha = 1) {
    return `rgb(${rgb.join(' ')} / ${alpha})`;
  }

  static mixed(one, other, share) {
    return one.map((value, i) => Math.round(value * share + other[i] * (1 - share)));
  }

  /** The colour of a time on a logarithmic scale. */
  of(micros) {
    const least = DelayColours.FASTEST_MICROS;
    const share = Math.log(Math.max(micros, least) / least) / Math.log(DelayColours.SLOWEST_MICROS / least);
    const at = Math.min(1, share) * (this.stops.length - 1);
    const low = Math.min(this.stops.length - 2, Math.floor(at));
    return DelayColours.mixed(this.stops[low + 1], this.stops[low], at - low);
  }

  /** The plain colour of a cell that has no room for marks: estimates are paler, stale values greyer. */
  small(state, micros) {
    if (state === 'l') return this.lost;
    if (state === '.') return this.void;
    const colour = this.of(micros);
    return state === 'e' ? DelayColours.mixed(colour, this.paper, 0.55) : state === 's' ? DelayColours.mixed(colour, this.stale, 0.4) : colour;
  }

  /** Black or white, whichever is read more easily on a colour. */
  static textOn([red, green, blue]) {
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#10161c' : '#ffffff';
  }
}
