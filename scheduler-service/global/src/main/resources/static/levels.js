'use strict';

/** The levels of clusters of a new request: clusters are dragged into them, or moved by their buttons. */
class Levels {
  /** @param changed called after each change */
  constructor(pool, list, changed) {
    this.pool = pool;
    this.list = list;
    this.changed = changed;
    this.names = [];
    this.levels = [[]];
    this.accept(pool, -1);
  }

  /** Shows clusters that can be used; those that are gone leave their level. */
  know(names) {
    if (names.join() === this.names.join()) return;
    this.names = names;
    this.levels = this.levels.map(level => level.filter(name => names.includes(name)));
    this.render();
  }

  /** The levels that have a cluster. */
  value() {
    return this.levels.filter(level => level.length > 0);
  }

  clear() {
    this.levels = [[]];
    this.render();
  }

  add() {
    this.levels.push([]);
    this.render();
    this.list.lastElementChild.querySelector('button, ul')?.focus();
  }

  /** Moves a cluster into a level; below 0 out of all levels. */
  move(name, to) {
    this.levels = this.levels.map(level => level.filter(of => of !== name));
    if (to >= 0) {
      while (this.levels.length <= to) this.levels.push([]);
      this.levels[to].push(name);
    }
    this.render();
    document.querySelector(`[data-cluster="${CSS.escape(name)}"] button`)?.focus();
    this.changed();
  }

  accept(target, level) {
    target.addEventListener('dragover', event => {
      event.preventDefault();
      target.classList.add('over');
    });
    target.addEventListener('dragleave', () => target.classList.remove('over'));
    target.addEventListener('drop', event => {
      event.preventDefault();
      target.classList.remove('over');
      const name = event.dataTransfer.getData('text/plain');
      if (this.names.includes(name)) this.move(name, level);
    });
  }

  render() {
    const used = new Set(this.levels.flat());
    this.pool.replaceChildren(...this.names.filter(name => !used.has(name)).map(name => this.cluster(name, -1)));
    this.list.replaceChildren(...this.levels.map((names, i) => this.level(names, i)));
  }

  level(names, i) {
    const item = document.createElement('li');
    const clusters = item.appendChild(document.createElement('ul'));
    clusters.className = 'level';
    clusters.setAttribute('aria-label', `Level ${i + 1}`);
    clusters.append(...names.map(name => this.cluster(name, i)));
    this.accept(clusters, i);
    if (names.length === 0 && this.levels.length > 1) {
      item.append(this.button('Remove', `Remove level ${i + 1}`, () => {
        this.levels.splice(i, 1);
        this.render();
      }));
    }
    return item;
  }

  cluster(name, level) {
    const item = document.createElement('li');
    item.className = 'cluster';
    item.draggable = true;
    item.dataset.cluster = name;
    item.append(name);
    item.addEventListener('dragstart', event => event.dataTransfer.setData('text/plain', name));
    if (level < 0) {
      item.append(this.button('Add', `Add ${name} to the last level`, () => this.move(name, this.levels.length - 1)));
    } else {
      if (level > 0) item.append(this.button('↑', `Move ${name} to level ${level}`, () => this.move(name, level - 1)));
      item.append(
        this.button('↓', `Move ${name} to level ${level + 2}`, () => this.move(name, level + 1)),
        this.button('×', `Take ${name} out`, () => this.move(name, -1)));
    }
    return item;
  }

  button(text, label, action) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.title = label;
    made.setAttribute('aria-label', label);
    made.addEventListener('click', action);
    return made;
  }
}
