'use strict';

const summary = document.getElementById('summary');
const access = document.getElementById('access');
const list = document.getElementById('nodes');
const filter = document.getElementById('filter');
const TOKEN = 'token';
const REFRESH_MS = 10000;
const PAGE = 500;
/** So many nodes are shown at once; a part of a name finds the others. */
const SHOWN = 200;
const SLOTS = 288;
let readings = [];

/** Asks the service, with the token that was given, if any; what it does not let us see is a reason to ask for one. */
async function ask(path) {
  const token = sessionStorage.getItem(TOKEN);
  const answer = await fetch(path, token ? { headers: { Authorization: 'Bearer ' + token } } : {});
  if (answer.ok) {
    access.hidden = true;
    return answer.json();
  }
  if (answer.status === 401 || answer.status === 403) {
    if (access.hidden) {
      access.hidden = false;
      document.getElementById(TOKEN).focus();
    }
    throw new Error(token ? (await answer.json()).detail : 'it needs a token of the cluster');
  }
  throw new Error('status ' + answer.status);
}

async function all() {
  const found = [];
  let next = null;
  do {
    const page = await ask(`api/v1/energy?limit=${PAGE}` + (next === null ? '' : '&continue=' + encodeURIComponent(next)));
    found.push(...page.items);
    next = page.continue;
  } while (next !== null);
  return found;
}

function level(reading) {
  return reading.stale ? 'stale' : reading.level;
}

/** Curves are asked for where they are seen. */
const seen = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(entry => {
  seen.unobserve(entry.target);
  curve(entry.target);
}));

async function curve(item) {
  const day = await ask(`api/v1/energy/${encodeURIComponent(item.dataset.node)}/history`).catch(() => ({ points: [] }));
  item.querySelector('.curve').setAttribute('d', path(day.points));
}

/** A line through points that follow each other; a gap where there are none. 100 % is at 2, 0 % at 102. */
function path(points) {
  const slot = 300000;
  const now = Math.floor(Date.now() / slot);
  let before = null;
  return points.map(point => {
    const at = Math.floor(Date.parse(point.at) / slot);
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

/** An ISO 8601 duration, or seconds, as words. */
function seconds(duration) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration);
  const total = parts ? 3600 * (parts[1] || 0) + 60 * (parts[2] || 0) + 1 * (parts[3] || 0) : Number(duration);
  return total < 120 ? `${Math.round(total)} s` : total < 7200 ? `${Math.round(total / 60)} min` : `${Math.round(total / 3600)} h`;
}

function render() {
  const wanted = readings.filter(reading => reading.node.includes(filter.value.trim()));
  const items = new Map([...list.children].map(item => [item.dataset.node, item]));
  list.replaceChildren(...wanted.slice(0, SHOWN).map(reading => {
    const item = items.get(reading.node) || document.getElementById('node').content.firstElementChild.cloneNode(true);
    item.dataset.node = reading.node;
    item.querySelector('h2').textContent = reading.node;
    show(item, reading);
    return item;
  }));
  for (const item of list.children) seen.observe(item);
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

async function load() {
  if (document.hidden) return;
  try {
    readings = await all();
    render();
  } catch (problem) {
    summary.textContent = 'Nothing to show: ' + problem.message;
  }
}

access.addEventListener('submit', event => {
  event.preventDefault();
  const field = document.getElementById(TOKEN);
  sessionStorage.setItem(TOKEN, field.value.trim());
  field.value = '';
  load();
});
filter.addEventListener('input', render);
document.addEventListener('visibilitychange', load);
load();
setInterval(load, REFRESH_MS);
