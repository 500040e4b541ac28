'use strict';

const PAGE = 500;
/** The number of pods that are read; a part of a name finds others. */
const MOST_PODS = 1000;
/** A request that follows typing waits for this long, in ms. */
const TYPING_MS = 300;
const at = id => document.getElementById(id);
const filter = at('filter');
const kind = at('kind');
const measure = at('measure');
let all = null;
let backups = [];
let pods = { rows: [], more: false };
let guests = { rows: [], more: false };
/** Whether a node was chosen just now, and is to be seen once it is known. */
let isFresh = false;

const tables = {
  totals: new PagedTable('totals', of => [of.name, shown(of.name, of.requested), shown(of.name, of.reserved), of.share]),
  backups: new PagedTable('backups', of => [
    choice(of.node), of.nodes, of.pods, number(of.reserved.pods), shown('cpu', of.reserved.cpu),
    shown('memory', of.reserved.memory), others(of.reserved)]),
  homes: new PagedTable('homes', of => [
    of.node, number(of.requested.pods), shown('cpu', of.requested.cpu), shown('memory', of.requested.memory),
    others(of.requested)]),
  guests: new PagedTable('guests', of => [of.pod, of.node]),
  pods: new PagedTable('pods', of => [of.pod, of.node, of.backup ? choice(of.backup) : '', of.reason]),
};

/** A quantity as a number of cores, bytes or units. */
function number(quantity) {
  const text = quantity ?? '0';
  return text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text);
}

function isBytes(name) {
  return name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-');
}

/** A quantity as people read it: bytes in the largest unit that leaves a whole number. */
function shown(name, quantity) {
  const value = number(quantity);
  if (!isBytes(name)) return value.toLocaleString('en', { maximumFractionDigits: 3 });
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${(value / 2 ** (10 * step)).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[step]}`;
}

function others(amounts) {
  return Object.keys(amounts)
    .filter(name => !['pods', 'cpu', 'memory'].includes(name) && number(amounts[name]) > 0)
    .map(name => `${name} ${shown(name, amounts[name])}`).join(', ');
}

/** A node that can be chosen. */
function choice(node) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = node;
  button.addEventListener('click', () => choose(node));
  return button;
}

function choose(node) {
  location.hash = node === null ? '' : new URLSearchParams({ node });
}

function chosen() {
  return new URLSearchParams(location.hash.slice(1)).get('node') ?? '';
}

async function pagesOf(path, parameters, most, itemsOf) {
  const rows = [];
  let next = null;
  let first = null;
  do {
    const query = new URLSearchParams({ ...parameters, limit: PAGE });
    if (next !== null) query.set('continue', next);
    const page = await askJson(`${path}?${query}`);
    first ??= page;
    rows.push(...itemsOf(page).items);
    next = itemsOf(page).continue ?? null;
  } while (next !== null && rows.length < most);
  return { first, rows, more: next !== null };
}

function podsOf(parameters) {
  return pagesOf('api/v1/recovery/pods', parameters, MOST_PODS, page => page);
}

/** The pods that the form asks for. */
function listedPods() {
  const parameters = {};
  if (kind.value) parameters.protected = kind.value;
  if (filter.value.trim()) parameters.find = filter.value.trim();
  return podsOf(parameters);
}

function measures() {
  const names = Object.keys(all.reserved).filter(name => number(all.reserved[name]) > 0);
  const before = measure.value || 'memory';
  const choices = [...names.sort(), 'nodes'];
  measure.replaceChildren(...choices.map(name => new Option(name === 'nodes' ? 'nodes that it stands in for' : name, name)));
  measure.value = choices.includes(before) ? before : choices[0];
}

function measured(backup) {
  return measure.value === 'nodes' ? backup.nodes : number(backup.reserved[measure.value]);
}

/** The backups whose name, or the name of a node that they stand in for, has the part; the fullest first. */
function matching() {
  const part = filter.value.trim();
  return backups
    .filter(of => of.node.includes(part) || of.standsInFor.some(home => home.node.includes(part)))
    .sort((a, b) => measured(b) - measured(a) || NATURAL.compare(a.node, b.node));
}

function cell(of, most) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = of.node === chosen() ? 'chosen' : '';
  button.style.setProperty('--share', `${10 + 90 * (most > 0 ? measured(of) / most : 0)}%`);
  button.title = `${of.node}: ${shown('cpu', of.reserved.cpu)} CPU, ${shown('memory', of.reserved.memory)}, for ${plural(of.nodes, 'node')}`;
  button.setAttribute('aria-label', button.title);
  button.addEventListener('click', () => choose(of.node));
  return button;
}

function totals() {
  return Object.keys(all.requested).filter(name => number(all.requested[name]) > 0).map(name => {
    const share = 100 * number(all.reserved[name]) / number(all.requested[name]);
    return { name, requested: all.requested[name], reserved: all.reserved[name], share: `${share.toFixed(1)} %` };
  });
}

function renderChosen() {
  const node = chosen();
  at('chosen').hidden = !node;
  if (!node) return;
  const backup = backups.find(of => of.node === node);
  const homes = backup ? backup.standsInFor : [];
  at('homes-node').textContent = node;
  tables.homes.show(homes, backup
    ? `keeps ${shown('cpu', backup.reserved.cpu)} CPU, ${shown('memory', backup.reserved.memory)} and room for `
      + `${plural(number(backup.reserved.pods), 'pod')}, for ${plural(backup.nodes, 'node')}`
      + (homes.length < backup.nodes ? `, of which the first ${homes.length} are shown` : '')
    : 'keeps no room');
  tables.guests.show(guests.rows, guests.more ? `the first ${guests.rows.length}` : `${guests.rows.length}`);
}

function render() {
  if (!all) return;
  const nodes = matching();
  tables.totals.show(totals(), all.failures === 1 ? 'enough for any node that fails' : `enough for any ${all.failures} nodes that fail together`);
  const most = backups.reduce((largest, of) => Math.max(largest, measured(of)), 0);
  at('map').replaceChildren(...nodes.map(of => cell(of, most)));
  at('map-legend').hidden = nodes.length === 0;
  at('most').textContent = `keeps most: ${measure.value === 'nodes' ? plural(most, 'node') : shown(measure.value, String(most))}`;
  const isCut = filter.value.trim() && backups.some(of => of.standsInFor.length < of.nodes);
  tables.backups.show(nodes, nodes.length === backups.length
    ? `${backups.length}`
    : `${nodes.length} of ${backups.length}` + (isCut ? '; of the nodes that each stands in for, only the first ones were searched' : ''));
  renderChosen();
  tables.pods.show(pods.rows, pods.more ? `the first ${pods.rows.length}; name a part of others` : `${pods.rows.length}`);
}

/** The facts that an operator must know first. */
function marks() {
  return [
    all.leader ? '' : 'this replica stands by: ask the leader what is under way',
    all.held ? `nothing restarts: ${all.held}` : '',
    all.failedNodes.length > 0 ? `restarting pods of ${all.failedNodes.join(', ')}` : '',
  ].filter(mark => mark);
}

function summarise() {
  const isProtected = all.pods - all.unprotected;
  at('summary').textContent = all.profiles.length === 0
    ? 'No profile has recovery: edgewise.scheduler.recovery.profiles names none.'
    : [`${plural(isProtected, 'pod')} protected, ${all.unprotected} not; ${plural(backups.length, 'node')} `
      + `keep${backups.length === 1 ? 's' : ''} room; profile${all.profiles.length === 1 ? '' : 's'} ${all.profiles.join(', ')}`, ...marks()].join('; ');
  at('known').hidden = false;
}

async function read() {
  const node = chosen();
  const found = await pagesOf('api/v1/recovery', {}, Infinity, page => page.backups);
  const listed = await listedPods();
  const restarting = node ? await podsOf({ backup: node }) : { rows: [], more: false };
  return { node, found, listed, restarting };
}

function show({ node, found, listed, restarting }) {
  all = found.first;
  backups = found.rows;
  pods = listed;
  guests = restarting;
  measures();
  summarise();
  render();
  if (isFresh && node) at('chosen').scrollIntoView({ block: 'start' });
  isFresh = false;
}

const readAgain = keepReading(read, show);

/** Shows another choice from its first page on. */
function showFromStart(...names) {
  names.forEach(name => { tables[name].first = 0; });
  render();
  readAgain(TYPING_MS);
}

filter.addEventListener('input', () => showFromStart('backups', 'pods'));
kind.addEventListener('change', () => showFromStart('pods'));
measure.addEventListener('change', () => showFromStart('backups'));
at('close').addEventListener('click', () => choose(null));
window.addEventListener('hashchange', () => {
  guests = { rows: [], more: false };
  isFresh = true;
  showFromStart('homes', 'guests');
});
