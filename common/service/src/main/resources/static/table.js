'use strict';

/** A list of any length, shown a page at a time. Numbers, and cells below a heading of class "number", are aligned right. */
class PagedTable {
  static PAGE = 25;

  /** @param cells returns the cells of an element's row: texts, or nodes; the first is its heading */
  constructor(id, cells) {
    this.table = document.getElementById(id);
    this.table.classList.add('paged');
    this.section = this.table.closest('section');
    this.cells = cells;
    this.first = 0;
    this.rows = [];
    this.nav = this.section.querySelector('nav');
    this.back = this.button('Previous', -1);
    this.forth = this.button('Next', 1);
    this.place = this.nav.appendChild(document.createElement('span'));
  }

  button(text, step) {
    const button = this.nav.appendChild(document.createElement('button'));
    button.textContent = text;
    button.addEventListener('click', () => {
      this.first += step * PagedTable.PAGE;
      this.render();
    });
    return button;
  }

  /** @param count the text beside the heading */
  show(rows, count) {
    this.rows = rows;
    this.section.querySelector('.count').textContent = count;
    this.render();
  }

  render() {
    const size = PagedTable.PAGE;
    const last = Math.max(0, Math.ceil(this.rows.length / size) - 1) * size;
    this.first = Math.min(Math.max(0, this.first), last);
    this.table.tBodies[0].replaceChildren(...this.rows.slice(this.first, this.first + size).map(row => this.row(row)));
    this.table.hidden = this.rows.length === 0;
    this.section.querySelector('.none').hidden = this.rows.length > 0;
    this.nav.hidden = last === 0;
    this.back.disabled = this.first === 0;
    this.forth.disabled = this.first === last;
    this.place.textContent = `${this.first + 1} to ${Math.min(this.first + size, this.rows.length)} of ${this.rows.length}`;
  }

  row(element) {
    const row = document.createElement('tr');
    this.cells(element).forEach((content, i) => {
      const cell = row.appendChild(document.createElement(i === 0 ? 'th' : 'td'));
      const heading = this.table.tHead.rows[0].cells[i];
      if (i === 0) cell.scope = 'row';
      cell.dataset.column = heading.textContent;
      cell.classList.toggle('number', typeof content === 'number' || heading.className === 'number');
      cell.classList.toggle('empty', (content ?? '') === '');
      cell.append(content ?? '');
    });
    return row;
  }
}
