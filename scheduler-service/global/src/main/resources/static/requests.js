'use strict';

const PAGE = 500;
/** The most requests that the page reads. */
const MOST = 2000;
/** The pause before a reading after a change, in ms. */
const CHANGED_MS = 300;
/** The pause before a request is followed again after the connection was lost, in ms. */
const AGAIN_MS = 3000;
const GIB = 2 ** 30;
const at = id => document.getElementById(id);
/** The request that is shown: its full name, the version that was seen, and what ends its stream. */
let followed = null;

const tables = {
  requests: new PagedTable('requests', of => [
    fullName(of), phaseMark(of.phase), of.chosen.join(', '), of.policy.type, of.priority, of.attempts.length,
    of.problem ? `${of.problem.field} must be ${of.problem.allowed}` : of.message, actions(of)]),
  clusters: new PagedTable('clusters', of => [
    of.name, of.location, of.problem || of.capacityProblem || (of.reachable ? 'reachable' : 'unreachable'), of.capacity?.nodes ?? '',
    of.capacity ? Math.round(of.capacity.freeMilliCpu / 100) / 10 : '', of.capacity ? Math.round(of.capacity.freeBytes / GIB) : '',
    of.roundTripMillis === null ? '' : Math.round(of.roundTripMillis * 10) / 10, of.cost]),
};
const levels = new Levels(at('pool'), at('levels'), () => { at('answer').textContent = ''; });

function fullName(of) {
  return `${of.namespace}/${of.name}`;
}

function pathOf(name) {
  return `api/v1/requests/${name}`;
}

function phaseMark(phase) {
  const made = document.createElement('span');
  made.className = `phase ${phase}`;
  made.textContent = phase;
  return made;
}

function button(text, label, action) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', action);
  return made;
}

function actions(of) {
  const name = fullName(of);
  const made = document.createElement('span');
  made.append(button('Follow', `Follow ${name}`, () => open(name)));
  if (!of.cancelled && !of.deleting) {
    made.append(' ', button('Cancel', `Cancel ${name}`, () => confirmed(`Cancel ${name}? What it made is deleted.`, () =>
      change(`${pathOf(name)}/cancel`, post({}), `${name} is being cancelled.`))));
  }
  if (!of.deleting) {
    made.append(' ', button('Delete', `Delete ${name}`, () => confirmed(`Delete ${name}, with its record?`, () =>
      change(pathOf(name), { method: 'DELETE' }, `${name} is being deleted.`))));
  }
  return made;
}

function confirmed(question, action) {
  if (confirm(question)) action();
}

function post(body) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sends a change, and says how it went. Returns the answer's JSON; null after an error. */
async function change(path, options, done) {
  try {
    const answer = await ask(path, options);
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.detail || `status ${answer.status}`);
    at('answer').textContent = done;
    readAgain(CHANGED_MS);
    return body;
  } catch (problem) {
    at('answer').textContent = problem.message;
    return null;
  }
}

/** The fields of the form that are not empty, as a request. */
function requested() {
  const type = at('policy').value;
  const policy = { type };
  for (const label of document.querySelectorAll(`.of.${type}`)) {
    const field = label.querySelector('input, select');
    if (field.classList.contains('call')) {
      policy.call = { ...policy.call, [field.id]: Number(field.value) };
    } else if (field.value) {
      policy[field.id] = field.value.trim();
    }
  }
  return {
    namespace: at('target').value.trim(),
    name: at('name').value.trim() || undefined,
    manifests: { inline: at('manifests').value },
    clusters: levels.value(),
    policy,
    priority: at('priority').value,
    readyWithinSeconds: Number(at('ready').value),
    onUnreachable: at('unreachable').value,
  };
}

function isComplete() {
  if (!at('build').reportValidity()) return false;
  if (levels.value().length > 0) return true;
  at('answer').textContent = 'Put at least one cluster into a level.';
  return false;
}

function explanation(explained) {
  return explained.levels.map(level => {
    const table = document.createElement('table');
    table.createCaption().textContent = `Level ${level.index + 1}, as of now`;
    const body = table.createTBody();
    for (const of of level.clusters) {
      const row = body.insertRow();
      const name = row.appendChild(document.createElement('th'));
      name.scope = 'row';
      name.textContent = of.rank === null ? of.name : `${of.rank}. ${of.name}`;
      row.insertCell().textContent = of.filter === null ? of.why : `left out: ${of.filter}`;
      row.insertCell().textContent = of.ageSeconds === null ? '' : `${Math.round(of.ageSeconds * 10) / 10} s old`;
    }
    return table;
  });
}

function showSection(title) {
  at('shown').hidden = false;
  at('shown-title').textContent = title;
  at('shown-title').focus();
  at('state').replaceChildren();
  at('attempts').replaceChildren();
  at('explained').replaceChildren();
}

function showRequest(of) {
  const runs = of.chosen.length > 0 ? `, runs in ${of.chosen.join(', ')}` : '';
  at('state').replaceChildren(phaseMark(of.phase), `${runs}${of.message ? ` · ${of.message}` : ''}`);
  at('attempts').replaceChildren(...of.attempts.map(attempt => {
    const item = document.createElement('li');
    item.append(`level ${attempt.level + 1}, ${attempt.cluster}: `, phaseMark(attempt.phase), attempt.reason ? `: ${attempt.reason}` : '');
    return item;
  }));
}

async function explainShown() {
  try {
    at('explained').replaceChildren(...explanation(await askJson(`${pathOf(followed.name)}/explain`)));
  } catch (problem) {
    at('explained').textContent = problem.message;
  }
}

function open(name) {
  close();
  followed = { name, seen: null, stop: new AbortController() };
  showSection(name);
  at('explain-shown').hidden = false;
  follow(followed);
  explainShown();
}

function close() {
  followed?.stop.abort();
  followed = null;
  at('shown').hidden = true;
}

/** Follows a request until another one is opened; after a lost connection from the version on that was seen. */
async function follow(one) {
  try {
    const headers = { Accept: 'text/event-stream', ...(one.seen === null ? {} : { 'Last-Event-ID': one.seen }) };
    const answer = await ask(`${pathOf(one.name)}/events`, { headers, signal: one.stop.signal });
    if (answer.status === 404) {
      at('state').textContent = 'It is deleted.';
      return;
    }
    const reader = answer.ok ? answer.body.pipeThrough(new TextDecoderStream()).getReader() : null;
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
      const events = (text + part.value).split('\n\n');
      text = events.pop();
      events.forEach(event => receive(one, event));
    }
  } catch {
    // The connection is made again below.
  }
  if (followed === one) setTimeout(() => { if (followed === one) follow(one); }, AGAIN_MS);
}

function receive(one, event) {
  if (followed !== one) return;
  const fields = new Map(event.split('\n').filter(line => line.includes(':')).map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
  }));
  if (fields.get('event') === 'request') {
    one.seen = fields.get('id');
    showRequest(JSON.parse(fields.get('data')));
    readAgain(CHANGED_MS);
  } else if (fields.get('event') === 'deleted') {
    at('state').textContent = 'It is deleted.';
  }
}

async function pagesOf(path, most) {
  const rows = [];
  let next = null;
  do {
    const query = new URLSearchParams({ limit: PAGE });
    if (next !== null) query.set('continue', next);
    if (at('namespace').value.trim()) query.set('namespace', at('namespace').value.trim());
    const page = await askJson(`${path}?${query}`);
    rows.push(...page.items);
    next = page.continue ?? null;
  } while (next !== null && rows.length < most);
  return rows;
}

function showPolicy() {
  const type = at('policy').value;
  document.querySelectorAll('.of').forEach(label => { label.hidden = !label.classList.contains(type); });
}

function render({ requests, clusters }) {
  at('known').hidden = false;
  const names = clusters.map(of => of.name).sort(NATURAL.compare);
  levels.know(names);
  const before = at('sourceCluster').value;
  at('sourceCluster').replaceChildren(new Option('management', ''), ...names.map(name => new Option(name, name)));
  at('sourceCluster').value = names.includes(before) ? before : '';
  if (!at('target').value) at('target').value = at('namespace').value.trim();
  tables.requests.show(requests, requests.length >= MOST ? `${MOST} or more` : requests.length);
  tables.clusters.show(clusters, clusters.length);
  const open = requests.filter(of => of.phase === 'Queued' || of.phase === 'Scheduling').length;
  at('summary').textContent = `${plural(requests.length, 'request')}, ${open} open; ${plural(clusters.length, 'cluster')}, `
    + `${clusters.filter(of => of.reachable).length} reachable`;
}

at('add-level').addEventListener('click', () => levels.add());
at('policy').addEventListener('change', showPolicy);
at('namespace').addEventListener('change', () => readAgain());
at('close').addEventListener('click', close);
at('explain-shown').addEventListener('click', explainShown);
at('file').addEventListener('change', async () => {
  const [file] = at('file').files;
  if (file) at('manifests').value = await file.text();
});
at('explain').addEventListener('click', async () => {
  if (!isComplete()) return;
  const explained = await change('api/v1/requests:explain', post(requested()), 'Nothing was written.');
  if (!explained) return;
  close();
  showSection('Where it would go');
  at('explain-shown').hidden = true;
  at('explained').replaceChildren(...explanation(explained));
});
at('build').addEventListener('submit', async event => {
  event.preventDefault();
  if (!isComplete()) return;
  const made = await change('api/v1/requests', post(requested()), 'The request was taken.');
  if (!made) return;
  at('name').value = '';
  open(fullName(made));
});

showPolicy();
levels.render();
const readAgain = keepReading(
  async () => {
    const [requests, clusters] = await Promise.all([pagesOf('api/v1/requests', MOST), pagesOf('api/v1/clusters', MOST)]);
    return { requests, clusters };
  },
  render);
