'use strict';

const summary = document.getElementById('summary');
const list = document.getElementById('nodes');
const filter = document.getElementById('filter');
const PAGE = 500;
/** So many nodes are shown at once; a part of a name finds the others. */
const SHOWN = 200;
const SLOTS = 288;
const SLOT_MS = 300000;
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

/** Curves are asked for where they are seen, once in each slot: they have no more points. */
const visible = new Set();
const seen = new IntersectionObserver(entries => entries.forEach(entry => {
  if (entry.isIntersecting) {
    visible.add(entry.target);
    curve(entry.target);
  } else {
    visible.delete(entry.target);
  }
}));

function slotNow() {
  return Math.floor(Date.now() / SLOT_MS);
}

async function curve(item) {
  const slot = String(slotNow());
  if (item.dataset.slot === slot) return;
  item.dataset.slot = slot;
  try {
    const day = await askJson(`api/v1/energy/${encodeURIComponent(item.dataset.node)}/history`);
    item.querySelector('.curve').setAttribute('d', path(day.points));
  } catch (problem) {
    delete item.dataset.slot;
  }
}

/** A line through points that follow each other; a gap where there are none. 100 % is at 2, 0 % at 102. */
function path(points) {
  const now = slotNow();
  let before = null;
  return points.map(point => {
    const at = Math.floor(Date.parse(point.at) / SLOT_MS);
    const command = before === at - 1 ? 'L' : 'M';
    before = at;
    const y = (102 - point.percent).toFixed(1);
    return `${command}${SLOTS - 1 - (now - at)} ${y}` + (command === 'M' ? 'h0.01' : '');
  }).join('');
}

function show(item, reading) {
  item.className = level(reading);
  item.querySelector('.now').innerHTML = '<b></b> <span></span>';
  item.querySelector('b').textContent = reading.percent.toFixed(1) + ' %';
  item.querySelector('span').textContent = `${level(reading)} · ${reading.source}, ${seconds(reading.age)} old`;
  item.querySelector('svg').setAttribute('aria-label', 'Charge of ' + reading.node + ' over a day');
  const facts = [
    ['chargeMwh', 'mWh'], ['capacityMwh', 'mWh full'], ['inputMilliwatt', 'mW in'], ['drawMilliwatt', 'mW out'],
  ];
  item.querySelector('.facts').textContent = facts.filter(([field]) => reading[field] !== undefined)
    .map(([field, unit]) => `${Math.round(reading[field])} ${unit}`).join(' · ');
}

function render() {
  const wanted = readings.filter(reading => reading.node.includes(filter.value.trim()));
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
    ? `${readings.length} node${readings.length === 1 ? '' : 's'}: ${parts.map(each => `${counts[each]} ${each}`).join(', ')}${cut}`
    : 'Nothing is known yet.';
}

filter.addEventListener('input', render);
keepReading(all, found => {
  readings = found;
  render();
  visible.forEach(curve);
});
