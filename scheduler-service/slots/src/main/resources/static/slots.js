'use strict';

const PAGE = 500;
/** The pause before a reading that events ask for, in ms: several changes come at once. */
const EVENTS_MS = 300;
/** The pause before events are followed again after the connection was lost, in ms. */
const AGAIN_MS = 5000;
/** The pause between two requests of a reset that is not complete, in ms. */
const RESET_MS = 1000;
const at = id => document.getElementById(id);
const OPEN_STATES = new Set(['FREE', 'RESERVED', 'OCCUPIED']);
let known = { testbeds: [], jobs: [], schedulings: [] };
/** The jobs of the Scheduling that is being built: {job, slots}. */
let entries = [];
/** The entry that a click on a slot is for; it has a meaning unless the mode is a queue. */
let current = -1;

const tables = {
  schedulings: new PagedTable('schedulings', of => [
    fullName(of), of.testbed, of.deleted ? `${of.state}, deleted` : of.state, jobsOf(of), messageOf(of), deleteButton(of)]),
  jobs: new PagedTable('jobs', of => [
    fullName(of), of.application, of.state, of.claimedBy, of.slots.join(', '), of.runs.length, lastRun(of)]),
};

function fullName(of) {
  return `${of.namespace}/${of.name}`;
}

function jobsOf(scheduling) {
  return scheduling.jobs.length > 0
    ? scheduling.jobs.map(of => `${of.job}: ${of.stage}${of.slots.length > 0 ? ` in ${of.slots.join(', ')}` : ''}`).join('; ')
    : (scheduling.queue ?? scheduling.slots.jobs.map(of => of.name)).join(', ');
}

/** The messages of conditions and jobs that say why something waits or has failed. */
function messageOf(scheduling) {
  const messages = scheduling.conditions.filter(of => !of.holds || of.reason.includes('Fail')).map(of => of.message);
  return [...new Set([...messages, ...scheduling.jobs.map(of => of.message)])].filter(Boolean).join(' ');
}

function lastRun(job) {
  const run = job.runs.at(-1);
  if (!run) return '';
  if (!run.stop) return `runs since ${run.start}`;
  const took = Math.round((new Date(run.stop) - new Date(run.start)) / 1000);
  return `${run.successful ? 'completed' : 'failed'} after ${seconds(took)}${run.message ? `: ${run.message}` : ''}`;
}

function button(text, action) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', action);
  return made;
}

function deleteButton(scheduling) {
  if (scheduling.deleted) return '';
  const made = button('Delete', async () => {
    if (!confirm(`Delete ${fullName(scheduling)}? Its jobs that run are stopped.`)) return;
    await change(`${pathOf(scheduling)}`, { method: 'DELETE' }, `${fullName(scheduling)} is being deleted.`);
  });
  made.setAttribute('aria-label', `Delete ${fullName(scheduling)}`);
  return made;
}

function pathOf(scheduling) {
  return `api/v1/slots/schedulings/${scheduling.namespace}/${scheduling.name}`;
}

/** Sends a change, and says how it went. */
async function change(path, options, done) {
  try {
    const answer = await ask(path, options);
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail || `status ${answer.status}`);
    at('answer').textContent = done;
    readAgain(EVENTS_MS);
    return true;
  } catch (problem) {
    at('answer').textContent = problem.message;
    return false;
  }
}

function resetAnswer(namespace, dryRun) {
  return askJson(`api/v1/slots/jobs/${namespace}/reset?dryRun=${dryRun}`, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
}

/** Resets all jobs of a namespace once a person has confirmed what that would end. */
async function reset(namespace) {
  const would = await resetAnswer(namespace, true);
  if (would.complete) return `${namespace} has no Schedulings, and its jobs have no runs.`;
  if (!confirm(`Reset ${namespace}? ${plural(would.schedulings.length, 'Scheduling')} will be deleted, and `
    + `${plural(would.jobs.length, 'job')} will forget all runs. Jobs that run are stopped.`)) return '';
  for (let left = await resetAnswer(namespace, false); !left.complete; left = await resetAnswer(namespace, false)) {
    at('reset-answer').textContent = `Waiting for ${plural(left.schedulings.length, 'Scheduling')} and ${plural(left.jobs.length, 'job')} of ${namespace}.`;
    readAgain(EVENTS_MS);
    await new Promise(done => setTimeout(done, RESET_MS));
  }
  readAgain(EVENTS_MS);
  return `All jobs of ${namespace} are as they were when they were created.`;
}

async function pagesOf(path) {
  const rows = [];
  let next = null;
  do {
    const query = new URLSearchParams({ limit: PAGE });
    if (next !== null) query.set('continue', next);
    const page = await askJson(`${path}?${query}`);
    rows.push(...page.items);
    next = page.continue ?? null;
  } while (next !== null);
  return rows;
}

function look(slot) {
  return OPEN_STATES.has(slot.state) && !slot.problem ? slot.state.toLowerCase() : 'lost';
}

function slotCell(testbed, slot) {
  const made = button(`${slot.position}`, () => chooseSlot(testbed, slot.position));
  made.className = `slot ${look(slot)}`;
  made.classList.toggle('chosen', isChosen(testbed, slot.position));
  const detail = document.createElement('small');
  detail.textContent = slot.reservedFor ?? slot.problem ?? slot.state.toLowerCase();
  made.append(detail);
  made.title = `slot ${slot.position} on ${slot.node}: ${slot.state.toLowerCase()}`
    + (slot.reservedFor ? ` by ${slot.reservedFor}` : '') + (slot.pod ? `, pod ${slot.pod}` : '') + (slot.problem ? `, ${slot.problem}` : '');
  made.setAttribute('aria-label', made.title);
  return made;
}

/** The nodes are columns, and the positions on a node are rows, so that neighbours stand one below the other. */
function board(testbed) {
  const made = document.createElement('div');
  made.className = 'board';
  const title = made.appendChild(document.createElement('h3'));
  title.textContent = fullName(testbed);
  const state = made.appendChild(document.createElement('p'));
  state.textContent = [testbed.state, testbed.claimedBy ? `held by ${testbed.claimedBy}` : '',
    ...testbed.nodeProblems.map(of => `${of.node}: ${of.message}`),
    ...testbed.conditions.filter(of => !of.holds && of.type === 'Valid').map(of => of.message)].filter(Boolean).join(' · ');
  const nodes = [...new Map(testbed.slots.map(of => [of.node, of.nodeIndex])).entries()].sort((a, b) => a[1] - b[1]).map(of => of[0]);
  const table = made.appendChild(document.createElement('table'));
  const head = table.createTHead().insertRow();
  nodes.forEach(node => {
    const cell = head.appendChild(document.createElement('th'));
    cell.scope = 'col';
    cell.textContent = node;
  });
  const body = table.createTBody();
  const rows = Math.max(0, ...testbed.slots.map(of => of.positionOnNode + 1));
  for (let i = 0; i < rows; i++) {
    const row = body.insertRow();
    nodes.forEach(node => {
      const slot = testbed.slots.find(of => of.node === node && of.positionOnNode === i);
      const cell = row.insertCell();
      if (slot) cell.append(slotCell(testbed, slot));
    });
  }
  return made;
}

function isChosen(testbed, position) {
  return fullName(testbed) === at('testbed').value && at('mode').value !== 'queue' && entries[current]?.slots.includes(position) === true;
}

/** A click on a slot gives it to the entry that is chosen, or takes it away. */
function chooseSlot(testbed, position) {
  const entry = entries[current];
  if (!entry || at('mode').value === 'queue' || fullName(testbed) !== at('testbed').value) return;
  entry.slots = entry.slots.includes(position) ? entry.slots.filter(of => of !== position) : [...entry.slots, position];
  render();
}

function renderEntries() {
  const isQueue = at('mode').value === 'queue';
  at('entries').replaceChildren(...entries.map((entry, i) => {
    const item = document.createElement('li');
    item.className = !isQueue && i === current ? 'chosen' : '';
    item.append(isQueue ? entry.job : `${entry.job} in ${entry.slots.length > 0 ? entry.slots.join(', ') : 'no slot yet'}`);
    if (!isQueue) item.append(button('Choose slots', () => { current = i; render(); }));
    if (i > 0) item.append(button('Up', () => { entries.splice(i - 1, 2, entries[i], entries[i - 1]); render(); }));
    item.append(button('Remove', () => { entries.splice(i, 1); current = Math.min(current, entries.length - 1); render(); }));
    return item;
  }));
  at('build-help').textContent = isQueue
    ? 'A job that is added n times gets n slots: the first entry gets the lowest free slot.'
    : 'Choose an entry, and then its slots above, in the testbed that was selected.';
}

function options(select, names) {
  const before = select.value;
  select.replaceChildren(...names.map(of => new Option(of, of)));
  if (names.includes(before)) select.value = before;
}

function namespaces() {
  return [...new Set([...known.jobs, ...known.schedulings].map(of => of.namespace))].sort();
}

function render() {
  at('known').hidden = false;
  at('boards').replaceChildren(...known.testbeds.map(board));
  const section = at('boards').closest('section');
  section.querySelector('.count').textContent = known.testbeds.length;
  section.querySelector('.none').hidden = known.testbeds.length > 0;
  options(at('testbed'), known.testbeds.map(fullName));
  const namespace = at('testbed').value.split('/')[0];
  options(at('job'), known.jobs.filter(of => of.namespace === namespace).map(fullName));
  options(at('namespace'), namespaces());
  at('reset').hidden = namespaces().length === 0;
  renderEntries();
  tables.schedulings.show(known.schedulings, known.schedulings.length);
  tables.jobs.show(known.jobs, known.jobs.length);
  const slots = known.testbeds.flatMap(of => of.slots);
  const free = slots.filter(of => of.state === 'FREE').length;
  at('summary').textContent = `${plural(slots.length, 'slot')}, ${free} free; ${plural(known.jobs.length, 'job')}, `
    + `${known.jobs.filter(of => of.state === 'RUNNING').length} running; ${plural(known.schedulings.length, 'Scheduling')}`;
}

function requested() {
  const [namespace, testbed] = at('testbed').value.split('/');
  const mode = at('mode').value;
  const body = { namespace, name: at('name').value.trim(), testbed };
  return mode === 'queue'
    ? { ...body, queue: entries.map(of => of.job) }
    : { ...body, slots: { mode, jobs: entries.map(of => ({ name: of.job, slots: of.slots })) } };
}

/** Asks for a reading whenever something changes. */
async function follow() {
  try {
    const answer = await ask('api/v1/slots/events', { headers: { Accept: 'text/event-stream' } });
    const reader = answer.ok ? answer.body.pipeThrough(new TextDecoderStream()).getReader() : null;
    for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
      if (part.value.includes('data:')) readAgain(EVENTS_MS);
    }
  } catch {
    // The page is read every few seconds all the same.
  }
  setTimeout(follow, AGAIN_MS);
}

at('add').addEventListener('click', () => {
  if (!at('job').value) return;
  entries.push({ job: at('job').value.split('/')[1], slots: [] });
  current = entries.length - 1;
  render();
});
at('mode').addEventListener('change', render);
at('testbed').addEventListener('change', () => {
  entries = [];
  current = -1;
  render();
});
at('build').addEventListener('submit', async event => {
  event.preventDefault();
  const body = requested();
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  if (await change('api/v1/slots/schedulings', options, `${body.namespace}/${body.name} was created.`)) {
    entries = [];
    current = -1;
    at('name').value = '';
    render();
  }
});

at('reset').addEventListener('submit', async event => {
  event.preventDefault();
  const pressed = at('reset').querySelector('button');
  pressed.disabled = true;
  try {
    at('reset-answer').textContent = await reset(at('namespace').value);
  } catch (problem) {
    at('reset-answer').textContent = problem.message;
  }
  pressed.disabled = false;
});

const readAgain = keepReading(
  async () => {
    const [testbeds, jobs, schedulings] = await Promise.all(
      ['testbeds', 'jobs', 'schedulings'].map(kind => pagesOf(`api/v1/slots/${kind}`)));
    return { testbeds, jobs, schedulings };
  },
  found => {
    known = found;
    render();
  });
follow();
