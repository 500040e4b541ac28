'use strict';

const at = id => document.getElementById(id);
const tip = at('tip');
const filter = at('filter');
const order = at('order');
const from = at('from');
const within = at('within');
const WORDS = { m: 'measured', e: 'estimated', s: 'stale', l: 'no answer', '.': 'not known' };
/** The pair under the pointer is requested after a short rest, in ms. */
const REST_MS = 120;
let grid = null;
let clusters = null;
let hovered = '';

const map = new DelayMap(at('grid'), hover, cell => choose(map.names[cell.row]));
const neighbours = new PagedTable('neighbours', of => [of.name, of.zone || 'no zone', of.micros < 0 ? '' : ms(of.micros), WORDS[of.state]]);

function isOfNodes() {
  return grid.of === 'node';
}

/** The rows that the form asks for, in its order. */
function rows() {
  const part = filter.value.trim();
  const named = grid.names.map((_, row) => row).filter(row => !part || grid.names[row].includes(part) || grid.zones[row].includes(part));
  if (order.value === 'names') return named.sort((a, b) => NATURAL.compare(grid.names[a], grid.names[b]));
  if (order.value === 'zones') return named;
  clusters ??= clusterOrder(grid.micros);
  const place = new Map(clusters.map((row, i) => [row, i]));
  return named.sort((a, b) => place.get(a) - place.get(b));
}

function render() {
  if (!grid) return;
  const shown = rows();
  at('map').hidden = shown.length === 0;
  map.show({
    ofNodes: isOfNodes(),
    byZone: order.value === 'zones',
    names: shown.map(row => grid.names[row] || 'no zone'),
    zones: shown.map(row => grid.zones[row]),
    micros: shown.map(row => shown.map(column => grid.micros[row][column])),
    states: shown.map(row => shown.map(column => grid.states[row][column])),
  });
  summarise(shown);
  showNeighbours();
}

function summarise(shown) {
  const counts = { m: 0, e: 0, s: 0, l: 0, '.': 0 };
  shown.forEach(row => shown.forEach(column => {
    if (row !== column || !isOfNodes()) counts[grid.states[row][column]]++;
  }));
  const parts = Object.keys(WORDS).filter(state => counts[state]).map(state => `${counts[state]} ${WORDS[state]}`);
  const many = (shown.length < grid.names.length ? `${shown.length} of ` : '') + plural(grid.names.length, grid.of)
    + (grid.leftOut ? ` (${grid.leftOut} with fewer nodes are left out)` : '');
  at('summary').textContent = grid.names.length ? `${many}, pairs: ${parts.join(', ') || 'none'}` : 'Nothing is known yet.';
}

/** The nodes or zones by their round-trip time from the chosen one, the nearest first. */
function showNeighbours() {
  const row = grid.names.indexOf(from.value.trim());
  at('nodes').replaceChildren(...grid.names.map(name => new Option(name)));
  at('nothing-chosen').hidden = row >= 0;
  at('near').hidden = row < 0;
  if (row < 0) return;
  const limit = within.value === '' ? Infinity : 1000 * Number(within.value);
  const all = grid.names.map((name, column) => ({ name: name || 'no zone', zone: grid.zones[column], micros: grid.micros[row][column], state: grid.states[row][column] }))
    .filter((of, column) => column !== row || !isOfNodes());
  const found = all.filter(of => of.micros < 0 ? limit === Infinity : of.micros <= limit);
  const rank = of => (of.micros < 0 ? Infinity : of.micros);
  found.sort((a, b) => (rank(a) === rank(b) ? NATURAL.compare(a.name, b.name) : rank(a) - rank(b)));
  neighbours.show(found, `${found.length} of ${all.length}`);
}

function choose(name) {
  from.value = name;
  neighbours.first = 0;
  showNeighbours();
}

async function hover(cell, event) {
  if (!cell || map.isSelf(cell.row, cell.column)) {
    tip.hidden = true;
    hovered = '';
    return;
  }
  const [sender, receiver] = [map.names[cell.row], map.names[cell.column]];
  placeTip(cell, event);
  const key = sender + ' → ' + receiver;
  if (key === hovered) return;
  hovered = key;
  const zonesOf = map.ofNodes ? `\n${map.zones[cell.row] || 'no zone'} → ${map.zones[cell.column] || 'no zone'}` : '';
  const micros = map.micros[cell.row][cell.column];
  const text = `${key}${zonesOf}\n${WORDS[map.states[cell.row][cell.column]]}`;
  tip.textContent = micros < 0 ? text : `${text}: ${ms(micros)} ms`;
  tip.hidden = false;
  if (micros < 0 || !map.ofNodes) return;
  await new Promise(resolve => setTimeout(resolve, REST_MS));
  if (key !== hovered) return;
  const answer = await ask(`api/v1/rtt/${encodeURIComponent(sender)}/${encodeURIComponent(receiver)}`).catch(() => ({ ok: false }));
  if (answer.ok && key === hovered) tip.textContent = text + '\n' + details(await answer.json());
}

function details(pair) {
  const age = `${pair.source}, ${seconds(pair.age)} old`;
  if (pair.estimate) {
    return `${pair.p50Ms} ms, from ${pair.estimate.lowerMs} to at most ${pair.estimate.upperMs} ms (${pair.estimate.levelPercent} % each)\n${age}`;
  }
  return `p50 ${pair.p50Ms} ms · p95 ${pair.p95Ms} ms · p99 ${pair.p99Ms} ms\n`
    + `loss ${(pair.loss * 100).toFixed(1)} % · jitter ${pair.jitterMs} ms · ${plural(pair.samples, 'sample')}\n${age}`;
}

/** Puts the tip beside the pointer, or beside the cell that the keys are at. */
function placeTip(cell, event) {
  const box = map.canvas.getBoundingClientRect();
  const [x, y] = event ? [event.clientX, event.clientY] : [box.left + map.x(cell.column) + map.cell, box.top + map.y(cell.row) + map.cell];
  tip.style.left = Math.max(4, Math.min(x + 16, innerWidth - 330)) + 'px';
  tip.style.top = Math.max(4, Math.min(y + 16, innerHeight - 130)) + 'px';
}

function drawScale() {
  const bar = at('scale');
  const pen = bar.getContext('2d');
  const colours = new DelayColours();
  const span = Math.log(DelayColours.SLOWEST_MICROS / DelayColours.FASTEST_MICROS);
  for (let x = 0; x < bar.width; x++) {
    pen.fillStyle = DelayColours.css(colours.of(DelayColours.FASTEST_MICROS * Math.exp(span * x / bar.width)));
    pen.fillRect(x, 0, 1, bar.height);
  }
  at('fastest').textContent = `${DelayColours.FASTEST_MICROS / 1000} ms`;
  at('slowest').textContent = `${DelayColours.SLOWEST_MICROS / 1000} ms`;
}

/** Saves a linked answer as a file: a link itself carries no token. */
async function download(event) {
  if (!sessionStorage.getItem(STORED)) return;
  event.preventDefault();
  const path = event.target.getAttribute('href');
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await (await ask(path)).blob());
    link.download = path.split('/').pop();
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (problem) {
    at('summary').textContent = 'Nothing to save: ' + problem.message;
  }
}

/** Takes a new grid; the order of clusters is computed again when it is shown. */
function take(found) {
  const isFirst = !grid;
  grid = found;
  clusters = null;
  // Without zones, their order would be that of the names, which says nothing.
  if (isFirst) order.value = isOfNodes() && new Set(grid.zones).size < 2 ? 'clusters' : 'zones';
  order.hidden = !isOfNodes();
  render();
}

document.querySelectorAll('header nav a').forEach(link => link.addEventListener('click', download));
[filter, within].forEach(input => input.addEventListener('input', render));
from.addEventListener('input', () => choose(from.value));
order.addEventListener('change', render);
at('larger').addEventListener('click', () => map.zoom(1.6));
at('smaller').addEventListener('click', () => map.zoom(1 / 1.6));
at('whole').addEventListener('click', () => map.zoom(0));
addEventListener('resize', () => map.draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  drawScale();
  render();
});
drawScale();
keepReading(() => askJson('api/v1/rtt.grid'), take);
