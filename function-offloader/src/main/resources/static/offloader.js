'use strict';

const PAGE = 500;
/** The number of recent moves that are read; the service keeps more, MoveHistory.MOST. */
const MOST_OFFLOADS = 1000;
const at = id => document.getElementById(id);
const filter = at('filter');
const kind = at('kind');
let plan = null;
let offloads = [];

const tables = {
  moves: new PagedTable('moves', move => [move.pod, workload(move), move.source, move.target, move.cause, move.why]),
  stays: new PagedTable('stays', stay => [stay.pod, workload(stay), stay.node, stay.target, words(stay.reason), stay.message]),
  offloads: new PagedTable('offloads', move => [
    time(move.beganAt), move.pod, workload(move), move.source, move.target, move.cause, move.why, result(move)]),
  nodes: new PagedTable('nodes', node => [node.node, level(node), charge(node), node.functions]),
};

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** The workload without its namespace, which the pod's name has. */
function workload(of) {
  const [type, , name] = (of.workload || '').split('/');
  return name ? `${type} ${name}` : of.workload;
}

function words(constant) {
  return (constant || '').toLowerCase().replaceAll('_', ' ');
}

function time(instant) {
  const shown = element('time', new Date(instant).toLocaleTimeString(), '');
  shown.dateTime = instant;
  shown.title = new Date(instant).toLocaleString();
  return shown;
}

function result(move) {
  if (!move.result) return element('span', 'under way', 'muted');
  const shown = document.createDocumentFragment();
  shown.append(words(move.result));
  if (move.detail) shown.append(element('div', move.detail, 'muted'));
  return shown;
}

function level(node) {
  const known = node.level || 'not known';
  const notes = [node.stale ? 'stale' : '', node.offline ? 'offline' : ''].filter(note => note).join(', ');
  return element('span', notes ? `${known} (${notes})` : known, 'level ' + colour(node));
}

function colour(node) {
  return node.stale || !node.level ? 'stale' : node.level;
}

function charge(node) {
  if (node.percent === null || node.percent === undefined) return element('span', 'not known', 'muted');
  const shown = document.createDocumentFragment();
  const bar = shown.appendChild(element('span', '', 'charge ' + colour(node)));
  bar.style.setProperty('--percent', node.percent + '%');
  bar.setAttribute('aria-hidden', 'true');
  shown.append(node.percent.toFixed(1) + ' %');
  return shown;
}

function pageOf(path, next) {
  return askJson(`${path}?limit=${PAGE}` + (next === null ? '' : '&continue=' + encodeURIComponent(next)));
}

/** Reads the whole plan; a page of a later plan ends it, which the next reading shows. */
async function wholePlan() {
  const found = await pageOf('api/v1/plan', null);
  if (plan && plan.at === found.at) return { ...found, stays: plan.stays };
  const stays = found.stays.items;
  for (let next = found.stays.continue; next !== null && next !== undefined;) {
    const page = await pageOf('api/v1/plan', next);
    if (page.at !== found.at) break;
    stays.push(...page.stays.items);
    next = page.stays.continue;
  }
  return { ...found, stays };
}

async function recent() {
  const found = [];
  let next = null;
  do {
    const page = await pageOf('api/v1/offloads', next);
    found.push(...page.items);
    next = page.continue ?? null;
  } while (next !== null && found.length < MOST_OFFLOADS);
  return found;
}

function matching(rows) {
  const part = filter.value.trim();
  const fields = ['pod', 'workload', 'node', 'source', 'target'];
  return rows.filter(row => fields.some(field => row[field]?.includes(part)));
}

/** A pod that stays is held for one of the reasons, is being deleted, or is well on its node. */
function kinds() {
  const counts = new Map();
  const held = plan.stays.filter(isHeld);
  held.forEach(stay => counts.set(stay.reason, (counts.get(stay.reason) || 0) + 1));
  return [
    ['held', `all that are held (${held.length})`],
    ...[...counts].sort().map(([reason, count]) => [reason, `${words(reason)} (${count})`]),
    ['leaving', `all that are being deleted (${plan.stays.filter(isLeaving).length})`],
    ['well', `all that are well on their nodes (${plan.stays.filter(isWell).length})`],
  ];
}

function isLeaving(stay) {
  return stay.reason === 'TERMINATING';
}

function isHeld(stay) {
  return Boolean(stay.reason) && !isLeaving(stay);
}

function isWell(stay) {
  return !stay.reason;
}

function chosen(stay) {
  if (kind.value === 'well') return isWell(stay);
  if (kind.value === 'leaving') return isLeaving(stay);
  return isHeld(stay) && (kind.value === 'held' || kind.value === stay.reason);
}

function showKinds() {
  const before = kind.value || 'held';
  kind.replaceChildren(...kinds().map(([value, text]) => new Option(text, value, false, value === before)));
  if (!kind.value) kind.value = 'held';
}

function render() {
  if (!plan) return;
  const nodes = [...plan.nodes].sort((a, b) => (a.percent ?? 101) - (b.percent ?? 101) || NATURAL.compare(a.node, b.node));
  tables.moves.show(matching(plan.moves), `${plan.moves.length}${plan.dryRun ? ', dry run: none is carried out' : ''}`);
  const shown = matching(plan.stays.filter(chosen));
  tables.stays.show(shown, `${plan.stays.filter(isHeld).length} of ${plan.stays.length} are held for a reason`);
  tables.offloads.show(matching(offloads), `${offloads.length}`);
  tables.nodes.show(matching(nodes), `${nodes.length}, the weakest first`);
}

/** Shows another choice from its first page on. */
function showFromStart() {
  Object.values(tables).forEach(table => { table.first = 0; });
  render();
}

function summarise() {
  const age = Math.max(0, Math.round((Date.now() - Date.parse(plan.at)) / 1000));
  at('summary').textContent = plan.at
    ? `Policy ${plan.policy}: plan of ${seconds(age)} ago, made in ${plan.planMillis} ms with ${plan.callsToScheduler} `
      + `question${plan.callsToScheduler === 1 ? '' : 's'} to the scheduler`
    : `Policy ${plan.policy}: no plan yet`;
  const marks = [plan.dryRun ? 'dry run' : '', plan.leader ? '' : 'this replica stands by'].filter(mark => mark);
  at('marks').replaceChildren(...marks.map(mark => element('span', mark, '')));
  banner('trouble', plan.trouble ? 'No moves: ' + plan.trouble : '');
  banner('violation-trouble', plan.violationTrouble ? 'No moves for violations that are not known: ' + plan.violationTrouble : '');
  at('resume').hidden = !plan.paused;
  at('pause').hidden = Boolean(plan.paused);
  at('plan').hidden = false;
  if (plan.paused) {
    const { since, by, reason } = plan.paused;
    at('paused').textContent = `Paused${since ? ' since ' + new Date(since).toLocaleString() : ''} by ${by}: ${reason}`;
  }
}

function banner(id, text) {
  at(id).textContent = text;
  at(id).hidden = !text;
}

async function read() {
  return { whole: await wholePlan(), moves: await recent() };
}

function show({ whole, moves }) {
  plan = whole;
  offloads = moves;
  summarise();
  showKinds();
  render();
}

const readAgain = keepReading(read, show);

async function change(path, body) {
  try {
    const answer = await ask(path, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    const problem = answer.ok ? {} : await answer.json().catch(() => ({ detail: 'status ' + answer.status }));
    banner('problem', problem.detail ? 'Not done: ' + problem.detail : '');
    if (answer.ok) at('reason').value = '';
  } catch (problem) {
    banner('problem', 'Not done: ' + problem.message);
  }
  readAgain();
}

at('pause').addEventListener('submit', event => {
  event.preventDefault();
  change('api/v1/pause', { reason: at('reason').value.trim() });
});
at('resume').addEventListener('submit', event => {
  event.preventDefault();
  change('api/v1/resume', {});
});
filter.addEventListener('input', showFromStart);
kind.addEventListener('change', showFromStart);
