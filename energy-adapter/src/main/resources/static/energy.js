'use strict';

const summary = document.getElementById('summary');
const list = document.getElementById('nodes');
const filter = document.getElementById('filter');
const PAGE = 500;
/** The number of nodes that are shown at once; a part of a name finds the others. */
const SHOWN = 200;
/** The width of a curve in the units of its picture. */
const WIDTH = 288;
const DAY_MS = 86400000;
/** A curve shows the last half hour until the day has points of as long a time. */
const RECENT_MS = 1800000;
let readings = [];

async function all() {
  const found = [];
  let next = null;
  do {
    const page = await askJson(`api/v1/energy?limit=${PAGE}` + (next === null ? '' : '&continue=' + encodeURIComponent(next)));
    found.push(...page.items);
    next = page.continue;
  } while (next !== null);
  return found;
}

function level(reading) {
  return reading.stale ? 'stale' : reading.level;
}

/** Curves are requested where they are seen, when their next point can be there. */
const visible = new Set();
const seen = new IntersectionObserver(entries => entries.forEach(entry => {
  if (entry.isIntersecting) {
    visible.add(entry.target);
    curve(entry.target);
  } else {
    visible.delete(entry.target);
  }
}));

async function curve(item) {
  if (Date.now() < Number(item.dataset.next || 0)) return;
  item.dataset.next = Date.now() + REFRESH_MS;
  try {
    const history = await askJson(`api/v1/energy/${encodeURIComponent(item.dataset.node)}/history`);
    const span = spanOf(history);
    item.dataset.next = span.slot * (1 + Math.floor(Date.now() / span.slot));
    item.querySelector('.curve').setAttribute('d', path(span));
    item.querySelector('.span').textContent = span.words;
    item.querySelector('svg').setAttribute('aria-label', `Charge of ${item.dataset.node} over the ${span.words}`);
  } catch (problem) {
    delete item.dataset.next;
  }
}

/** The points to draw: those of the day, or of the last half hour while the day has hardly begun. */
function spanOf(history) {
  const first = history.points.length ? Date.parse(history.points[0].at) : Date.now();
  return Date.now() - first < RECENT_MS
    ? { points: history.recent, slot: 1000 * durationSeconds(history.recentSlot), length: RECENT_MS, words: 'last 30 min' }
    : { points: history.points, slot: 1000 * durationSeconds(history.slot), length: DAY_MS, words: 'last 24 h' };
}

/** A line through points that follow each other; a gap where there are none. 100 % is at 2, 0 % at 102. */
function path({ points, slot, length }) {
  const now = Math.floor(Date.now() / slot);
  const step = WIDTH * slot / length;
  let before = null;
  return points.map(point => {
    const at = Math.floor(Date.parse(point.at) / slot);
    const command = before === at - 1 ? 'L' : 'M';
    before = at;
    const x = (WIDTH - step * (0.5 + now - at)).toFixed(2);
    const y = (102 - point.percent).toFixed(1);
    return `${command}${x} ${y}` + (command === 'M' ? 'h0.01' : '');
  }).join('');
}

function show(item, reading) {
  item.className = level(reading);
  item.querySelector('b').textContent = reading.percent.toFixed(1) + ' %';
  item.querySelector('.now span').textContent = `${level(reading)} · ${reading.source}, ${seconds(reading.age)} old`;
  const facts = [
    ['chargeMwh', 'mWh'], ['capacityMwh', 'mWh full'], ['inputMilliwatt', 'mW in'], ['drawMilliwatt', 'mW out'],
  ];
  item.querySelector('.facts').textContent = facts.filter(([field]) => reading[field] !== undefined)
    .map(([field, unit]) => `${Math.round(reading[field])} ${unit}`).join(' · ');
}

function render() {
  const wanted = readings.filter(reading => reading.node.includes(filter.value.trim())).sort((a, b) => NATURAL.compare(a.node, b.node));
  const items = new Map([...list.children].map(item => [item.dataset.node, item]));
  list.replaceChildren(...wanted.slice(0, SHOWN).map(reading => {
    const item = items.get(reading.node) || document.getElementById('node').content.firstElementChild.cloneNode(true);
    if (!items.delete(reading.node)) {
      item.dataset.node = reading.node;
      seen.observe(item);
    }
    item.querySelector('h2').textContent = reading.node;
    show(item, reading);
    return item;
  }));
  for (const item of items.values()) {
    seen.unobserve(item);
    visible.delete(item);
  }
  summarise(wanted.length);
}

function summarise(found) {
  const counts = {};
  readings.forEach(reading => { counts[level(reading)] = (counts[level(reading)] || 0) + 1; });
  const parts = ['well-powered', 'vulnerable', 'low-powered', 'powerless', 'stale'].filter(each => counts[each]);
  const cut = found > SHOWN ? `; the first ${SHOWN} of ${found} are shown` : '';
  summary.textContent = readings.length
    ? `${plural(readings.length, 'node')}: ${parts.map(each => `${counts[each]} ${each}`).join(', ')}${cut}`
    : 'Nothing is known yet.';
}

filter.addEventListener('input', render);
keepReading(all, found => {
  readings = found;
  render();
  visible.forEach(curve);
});
