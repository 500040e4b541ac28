'use strict';

const summary = document.getElementById('summary');
const map = document.querySelector('#map table');
const nav = document.querySelector('#map nav');
const why = document.getElementById('why');
const namespace = document.getElementById('namespace');
const filter = document.getElementById('filter');
/** The number of nodes that are read of each type, those where it does worst first, and that are shown of all these; empty: all. */
const most = document.getElementById('most');
/** The number of types that are shown at once. */
const TYPES = 25;
const PAGE = 500;
/** A value that rests on less than this confidence is not shown as known. */
const SURE = 0.3;
/** The types after which the pages before this one began. */
let pages = [''];
let shown = [];
let chosen = null;

function path(...parts) {
  return parts.map(encodeURIComponent).join('/');
}

async function nodesOf(type) {
  if (most.value) return (await askJson(`api/v1/rewards/${path(type)}?worst=${most.value}`)).nodes.items;
  const found = [];
  let next = '';
  do {
    const page = (await askJson(`api/v1/rewards/${path(type)}?limit=${PAGE}&continue=${encodeURIComponent(next)}`)).nodes;
    found.push(...page.items);
    next = page.continue;
  } while (next !== null);
  return found;
}

/** Returns the class of what was observed; what other nodes and types suggest has no colour. */
function look({ observed, reward }) {
  const state = reward.state === 'open' ? '' : ' ' + reward.state;
  if (!isKnown({ observed, reward })) return 'unknown' + state;
  const value = reward.stale ? 'stale' : observed >= 0.7 ? 'good' : observed >= 0.4 ? 'middling' : 'bad';
  return 'swatch ' + value + state;
}

function isKnown({ observed, reward }) {
  return observed !== undefined && reward.confidence >= SURE;
}

function words({ observed, reward }) {
  const seen = observed === undefined ? 'nothing observed' : `${observed.toFixed(2)} observed`;
  const sure = `${Math.round(reward.confidence * 100)} % sure`;
  const state = reward.state === 'open' ? '' : ', ' + reward.state;
  return `${seen}, reward ${reward.value.toFixed(2)}, ${sure}${state}${reward.stale ? ', stale' : ''}`;
}

const outcomes = new PagedTable('outcomes', outcome =>
  [new Date(outcome.at).toLocaleString(), outcome.cause, outcome.value.toFixed(2), outcome.pod, outcome.detail]);

function element(name, text, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes);
  made.textContent = text;
  return made;
}

/** The worst nodes of the types that are shown, closed ones first; then by name. */
function columns() {
  const worst = new Map();
  shown.flatMap(each => each.cells).filter(cell => cell.node.includes(filter.value.trim())).forEach(cell => {
    const rank = cell.reward.value - (cell.reward.state === 'open' ? 0 : 2);
    worst.set(cell.node, Math.min(rank, worst.get(cell.node) ?? 2));
  });
  const ranked = [...worst].sort((a, b) => a[1] - b[1] || a[0].localeCompare(b[0]));
  return { nodes: ranked.slice(0, most.value || ranked.length).map(each => each[0]).sort(NATURAL.compare), all: ranked.length };
}

/** Tells whether more nodes are known of a type than were read. */
function isPart(each) {
  return each.cells.length < each.nodes;
}

/** The cell of a type on a node; empty if it does better there than on all nodes that were read. */
function cell(each, node, of) {
  const td = document.createElement('td');
  if (of || isPart(each)) {
    const label = `${each.type} on ${node}: ` + (of ? words(of) : 'not among its worst nodes');
    const button = element('button', '', { className: 'cell ' + (of ? look(of) : 'unread'), title: label });
    if (of && isKnown(of)) button.style.setProperty('--sure', `${Math.round(25 + 75 * (of.reward.confidence - SURE) / (1 - SURE))}%`);
    button.setAttribute('aria-label', label);
    button.addEventListener('click', () => explain(each.type, node));
    td.append(button);
  }
  return td;
}

function render() {
  const { nodes, all } = columns();
  map.tHead.rows[0].replaceChildren(element('th', 'Type', { scope: 'col' }), ...nodes.map(node => {
    const th = element('th', '', { scope: 'col', title: node });
    th.append(element('span', node));
    return th;
  }));
  map.tBodies[0].replaceChildren(...shown.map(each => {
    const row = document.createElement('tr');
    const byNode = new Map(each.cells.map(of => [of.node, of]));
    row.append(element('th', each.type, { scope: 'row', title: `${each.type}: reward ${each.reward.value.toFixed(2)} over all nodes` }), ...nodes.map(node => cell(each, node, byNode.get(node))));
    return row;
  }));
  map.hidden = shown.length === 0;
  const closed = shown.reduce((sum, each) => sum + each.quarantined, 0);
  const cut = all > nodes.length || shown.some(isPart) ? `; the ${nodes.length} worst nodes are shown` : '';
  summary.textContent = shown.length
    ? `${plural(shown.length, 'type')}, closed on ${plural(closed, 'node')}${cut}`
    : 'Nothing is known yet.';
}

/** Shows the evidence of a type on a node. */
async function explain(type, node) {
  chosen = { type, node };
  try {
    const known = await askJson(`api/v1/rewards/${path(type, node)}`);
    why.querySelector('h2').textContent = `${type} on ${node}`;
    const until = known.until ? `, until ${new Date(known.until).toLocaleTimeString()}` : '';
    const pinned = known.pin === undefined ? '' : `; pinned to ${known.pin}`;
    why.querySelector('.state').textContent =
      `${words(known)}${until}; ${known.reward.samples.toFixed(1)} samples, ${plural(known.failures, 'failure')}${pinned}`;
    why.querySelector('.reason').textContent = known.why;
    outcomes.show(known.outcomes, `${known.outcomes.length}, newest first`);
    why.hidden = false;
  } catch (problem) {
    why.hidden = true;
    summary.textContent = 'Nothing to show: ' + problem.message;
  }
}

async function read() {
  const of = namespace.value.trim();
  const begin = pages[pages.length - 1];
  const page = await askJson(`api/v1/rewards?limit=${TYPES}` + (of && '&namespace=' + encodeURIComponent(of))
    + (begin && '&continue=' + encodeURIComponent(begin)));
  const types = await Promise.all(page.items.map(async each => ({ ...each, cells: await nodesOf(each.type) })));
  return { types, next: page.continue };
}

async function show({ types, next }) {
  shown = types;
  nav.hidden = next === null && pages.length === 1;
  document.getElementById('back').disabled = pages.length === 1;
  document.getElementById('forth').disabled = next === null;
  document.getElementById('forth').dataset.next = next ?? '';
  render();
  if (chosen) await explain(chosen.type, chosen.node);
}

const readAgain = keepReading(read, show);

document.getElementById('back').addEventListener('click', () => {
  pages.pop();
  readAgain();
});
document.getElementById('forth').addEventListener('click', event => {
  pages.push(event.target.dataset.next);
  readAgain();
});
namespace.addEventListener('change', () => {
  pages = [''];
  readAgain();
});
most.addEventListener('change', () => readAgain());
filter.addEventListener('input', render);
