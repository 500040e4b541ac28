'use strict';

/** The pointer and the keys of a map of delays. */
class DelayMapInput {
  static STEP = 1.4;

  constructor(map) {
    this.map = map;
    this.dragged = null;
    const canvas = map.canvas;
    canvas.addEventListener('pointermove', event => this.move(event));
    canvas.addEventListener('pointerdown', event => this.press(event));
    canvas.addEventListener('pointerup', event => this.release(event));
    canvas.addEventListener('pointerleave', () => this.map.onCell(null));
    canvas.addEventListener('blur', () => this.map.onCell(null));
    canvas.addEventListener('wheel', event => this.wheel(event), { passive: false });
    canvas.addEventListener('keydown', event => this.key(event));
  }

  place(event) {
    const box = this.map.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  press(event) {
    this.dragged = { x: event.clientX, y: event.clientY, far: false };
    this.map.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (this.dragged) {
      const [dx, dy] = [event.clientX - this.dragged.x, event.clientY - this.dragged.y];
      if (!this.dragged.far && Math.hypot(dx, dy) < 4) return;
      Object.assign(this.dragged, { x: event.clientX, y: event.clientY, far: true });
      this.map.pan(dx, dy);
    } else {
      this.map.onCell(this.map.at(...this.place(event)), event);
    }
  }

  release(event) {
    const wasDragged = this.dragged?.far;
    this.dragged = null;
    const cell = this.map.at(...this.place(event));
    if (wasDragged || !cell) return;
    this.map.moveTo(cell);
    this.map.onChosen(cell);
  }

  /** The wheel zooms with Ctrl, as maps do; without, the page scrolls. */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.map.zoom(event.deltaY < 0 ? DelayMapInput.STEP : 1 / DelayMapInput.STEP, ...this.place(event));
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const size = this.map.names.length;
    if (steps[event.key] && size) {
      const [down, right] = steps[event.key];
      const { row, column } = this.map.cursor ?? { row: 0, column: 0 };
      const inside = value => Math.min(size - 1, Math.max(0, value));
      const cursor = { row: inside(row + down), column: inside(column + right) };
      this.map.reveal(cursor);
      this.map.moveTo(cursor);
    } else if (event.key === 'Enter' && this.map.cursor) {
      this.map.onChosen(this.map.cursor);
    } else if (event.key === '+' || event.key === '-') {
      this.map.zoom(event.key === '+' ? DelayMapInput.STEP : 1 / DelayMapInput.STEP);
    } else {
      return;
    }
    event.preventDefault();
  }
}
