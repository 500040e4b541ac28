'use strict';

/** A matrix of round-trip times on a canvas: senders in rows, receivers in columns. It can be zoomed, dragged and walked through by keys. */
class DelayMap {
  /** Cells of fewer pixels have no room for marks. */
  static MARKED = 6;
  static NAMED = 11;
  static LARGEST = 72;
  static HEADING = 18;

  /**
   * @param onCell called with the row and column that the pointer or the keys are at, or null
   * @param onChosen called with the row and column that were clicked, or chosen by Enter
   */
  constructor(canvas, onCell, onChosen) {
    this.canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.onCell = onCell;
    this.onChosen = onChosen;
    this.names = [];
    this.zoomed = 1;
    this.left = 0;
    this.top = 0;
    this.cursor = null;
    this.picture = document.createElement('canvas');
    new DelayMapInput(this);
  }

  /** @param shown names and zones of the rows, and their micros and states, in the order to draw; ofNodes: whether rows are nodes */
  show(shown) {
    Object.assign(this, shown);
    this.colours = new DelayColours();
    this.paint();
    this.draw();
  }

  /** Paints a pixel for each pair, to be enlarged where cells have no room for marks. */
  paint() {
    const size = this.names.length;
    this.picture.width = this.picture.height = Math.max(1, size);
    const pixels = new ImageData(this.picture.width, this.picture.height);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const colour = this.isSelf(row, column) ? this.colours.paper : this.colours.small(this.states[row][column], this.micros[row][column]);
        pixels.data.set([...colour, 255], 4 * (row * size + column));
      }
    }
    this.picture.getContext('2d').putImageData(pixels, 0, 0);
  }

  isSelf(row, column) {
    return this.ofNodes && row === column;
  }

  /** The sizes: cells fill the frame at zoom 1, and names are drawn where rows are high enough. */
  layout() {
    const size = Math.max(1, this.names.length);
    const box = this.canvas.parentElement;
    this.width = Math.max(200, box.clientWidth);
    this.height = Math.max(200, Math.min(innerHeight - 60, Math.max(box.clientWidth * 0.75, 320)));
    const fits = margin => Math.min(DelayMap.LARGEST, (Math.min(this.width, this.height) - margin) / size);
    const longest = Math.min(24, Math.max(4, ...this.names.map(name => name.length)));
    const named = Math.min(14 + 7 * longest, this.width / 3);
    const isNamed = fits(named) * this.zoomed >= DelayMap.NAMED;
    this.margin = isNamed ? named : DelayMap.HEADING;
    this.named = isNamed;
    this.zoomed = Math.max(1, Math.min(this.zoomed, DelayMap.LARGEST / fits(this.margin)));
    this.cell = fits(this.margin) * this.zoomed;
    const overflow = this.cell * size;
    this.left = Math.max(0, Math.min(this.left, overflow - (this.width - this.margin)));
    this.top = Math.max(0, Math.min(this.top, overflow - (this.height - this.margin)));
  }

  draw() {
    if (!this.names.length) return;
    this.layout();
    const ratio = devicePixelRatio || 1;
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    this.canvas.style.width = this.width + 'px';
    this.canvas.style.height = this.height + 'px';
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, this.width, this.height);
    this.inside(() => this.drawCells());
    this.drawBlocks();
    if (this.named) this.drawNames();
    this.drawCursor();
    document.getElementById('legend').classList.toggle('small', this.cell < DelayMap.MARKED);
  }

  /** Clips to the cells, without the margin of the names. */
  inside(paint) {
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(this.margin, this.margin, this.width, this.height);
    this.pen.clip();
    paint();
    this.pen.restore();
  }

  x(column) {
    return this.margin + column * this.cell - this.left;
  }

  y(row) {
    return this.margin + row * this.cell - this.top;
  }

  drawCells() {
    const size = this.names.length;
    if (this.cell < DelayMap.MARKED) {
      this.pen.imageSmoothingEnabled = false;
      this.pen.drawImage(this.picture, this.x(0), this.y(0), size * this.cell, size * this.cell);
      return;
    }
    const [firstRow, lastRow] = this.visible(this.top, this.height);
    const [firstColumn, lastColumn] = this.visible(this.left, this.width);
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) this.drawCell(row, column);
    }
  }

  visible(from, length) {
    return [Math.floor(from / this.cell), Math.min(this.names.length - 1, Math.floor((from + length - this.margin) / this.cell))];
  }

  drawCell(row, column) {
    if (this.isSelf(row, column)) return;
    const state = this.states[row][column];
    const micros = this.micros[row][column];
    const [x, y, side] = [this.x(column), this.y(row), this.cell - 1];
    const colour = state === 'l' ? this.colours.lost : state === '.' ? this.colours.void : this.colours.of(micros);
    this.pen.fillStyle = DelayColours.css(colour);
    this.pen.fillRect(x, y, side, side);
    if (state === 'e') this.cutCorner(x, y, side);
    if (state === 's') this.stripe(x, y, side);
    if (state === 'l') this.cross(x, y, side);
    if (side >= 34 && micros >= 0 && state !== 'l') {
      this.pen.fillStyle = DelayColours.textOn(colour);
      this.pen.font = (side >= 56 ? 14 : 11) + 'px system-ui, sans-serif';
      this.pen.textAlign = 'center';
      this.pen.fillText(ms(micros), x + side / 2, y + side / 2 + 4);
    }
  }

  cutCorner(x, y, side) {
    this.pen.fillStyle = DelayColours.css(this.colours.paper);
    this.pen.beginPath();
    this.pen.moveTo(x + side, y + side * 0.35);
    this.pen.lineTo(x + side, y + side);
    this.pen.lineTo(x + side * 0.35, y + side);
    this.pen.fill();
  }

  stripe(x, y, side) {
    this.pen.fillStyle = DelayColours.css(this.colours.stale, 0.85);
    for (let stripe = 0; stripe < side; stripe += 4) this.pen.fillRect(x, y + stripe, side, Math.min(2, side - stripe));
  }

  cross(x, y, side) {
    this.pen.strokeStyle = DelayColours.css(this.colours.paper);
    this.pen.lineWidth = 1.5;
    this.pen.beginPath();
    this.pen.moveTo(x + side * 0.3, y + side * 0.3);
    this.pen.lineTo(x + side * 0.7, y + side * 0.7);
    this.pen.moveTo(x + side * 0.7, y + side * 0.3);
    this.pen.lineTo(x + side * 0.3, y + side * 0.7);
    this.pen.stroke();
  }

  drawNames() {
    this.pen.fillStyle = DelayColours.css(this.colours.ink);
    this.pen.font = '11px system-ui, sans-serif';
    const [firstRow, lastRow] = this.visible(this.top, this.height);
    for (let row = firstRow; row <= lastRow; row++) {
      const centre = this.y(row) + this.cell / 2;
      if (centre < this.margin) continue;
      this.pen.textAlign = 'right';
      this.pen.fillText(shortened(this.names[row]), this.margin - 6, centre + 4, this.margin - 8);
    }
    const [firstColumn, lastColumn] = this.visible(this.left, this.width);
    for (let column = firstColumn; column <= lastColumn; column++) {
      const centre = this.x(column) + this.cell / 2;
      if (centre < this.margin) continue;
      this.pen.save();
      this.pen.translate(centre + 4, this.margin - 6);
      this.pen.rotate(-Math.PI / 2);
      this.pen.textAlign = 'left';
      this.pen.fillText(shortened(this.names[column]), 0, 0, this.margin - 8);
      this.pen.restore();
    }
  }

  /** Lines between zones, with their names where the margin has no names of nodes and there is room. */
  drawBlocks() {
    const blocks = zoneBlocks(this);
    if (blocks.length < 2) return;
    this.pen.lineWidth = 1;
    this.pen.font = '600 11px system-ui, sans-serif';
    this.pen.textAlign = 'left';
    for (const { zone, first, last } of blocks) {
      const [y, x, length] = [this.y(first), this.x(first), (last - first + 1) * this.cell];
      this.pen.strokeStyle = DelayColours.css(this.colours.line);
      this.pen.beginPath();
      if (first > 0 && y >= this.margin) this.line(this.margin - 8, y, Math.min(this.width, this.x(this.names.length)), y);
      if (first > 0 && x >= this.margin) this.line(x, this.margin - 8, x, Math.min(this.height, this.y(this.names.length)));
      this.pen.stroke();
      this.pen.fillStyle = DelayColours.css(this.colours.ink);
      if (!this.named && x >= this.margin && length > 7 * zone.length) this.pen.fillText(zone, x + 3, this.margin - 5);
    }
  }

  line(fromX, fromY, toX, toY) {
    this.pen.moveTo(fromX, fromY);
    this.pen.lineTo(toX, toY);
  }

  drawCursor() {
    if (!this.cursor) return;
    const { row, column } = this.cursor;
    this.inside(() => {
      this.pen.strokeStyle = DelayColours.css(this.colours.mark);
      this.pen.lineWidth = 2;
      this.pen.strokeRect(this.x(column) - 1, this.y(row) - 1, Math.max(4, this.cell) + 1, Math.max(4, this.cell) + 1);
      this.pen.globalAlpha = 0.6;
      this.pen.lineWidth = 1;
      this.pen.strokeRect(this.margin - 2, this.y(row), this.width + 4, Math.max(1, this.cell - 1));
      this.pen.strokeRect(this.x(column), this.margin - 2, Math.max(1, this.cell - 1), this.height + 4);
    });
  }

  /** The row and column at a place of the canvas, or null. */
  at(x, y) {
    if (!this.names.length || x < this.margin || y < this.margin) return null;
    const [row, column] = [Math.floor((y - this.margin + this.top) / this.cell), Math.floor((x - this.margin + this.left) / this.cell)];
    return row < this.names.length && column < this.names.length ? { row, column } : null;
  }

  moveTo(cursor) {
    this.cursor = cursor;
    this.draw();
    this.onCell(cursor);
  }

  /** Enlarges by a factor and keeps a place of the canvas where it is. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const column = (x - this.margin + this.left) / this.cell;
    const row = (y - this.margin + this.top) / this.cell;
    this.zoomed *= factor;
    this.layout();
    this.left = column * this.cell - (x - this.margin);
    this.top = row * this.cell - (y - this.margin);
    this.draw();
  }

  pan(dx, dy) {
    this.left -= dx;
    this.top -= dy;
    this.draw();
  }

  /** Scrolls as far as a cell needs to be seen. */
  reveal({ row, column }) {
    const room = length => length - this.margin - this.cell;
    this.left = Math.min(column * this.cell, Math.max(this.left, column * this.cell - room(this.width)));
    this.top = Math.min(row * this.cell, Math.max(this.top, row * this.cell - room(this.height)));
  }
}

function shortened(name) {
  return name.length > 24 ? name.slice(0, 23) + '…' : name;
}

function ms(micros) {
  const value = micros / 1000;
  return value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0);
}
