'use strict';

const canvas = document.getElementById('grid');
const tip = document.getElementById('tip');
const legend = document.getElementById('legend');
const summary = document.getElementById('summary');
const SMALL_MARGIN = 10;
/** Below so many pixels a cell has no room for marks: then estimates are pale. */
const MARKED = 6;
const WORDS = { m: 'measured', e: 'estimated', s: 'stale', l: 'no answer', '.': 'not known' };
let grid = null;
let frame = null;
let hovered = '';

/** Green to yellow to red on a logarithmic scale from 0.1 ms to 300 ms. */
function rgb(micros) {
  const share = Math.min(1, Math.max(0, Math.log(Math.max(micros, 100) / 100) / Math.log(3000)));
  const stops = [[38, 130, 142], [77, 157, 111], [190, 200, 80], [240, 170, 60], [200, 60, 60]];
  const at = share * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return stops[low].map((from, i) => Math.round(from + (stops[low + 1][i] - from) * (at - low)));
}

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * Sizes: cells as large as the window lets them be, at least a pixel, and two where the window is wide enough; names only where
 * there is room for them, those of zones to the right.
 */
function layout(size) {
  const longest = Math.max(...grid.names.map(name => name.length), 4);
  const aside = blocks().length > 1 ? Math.min(170, 20 + Math.max(...blocks().map(block => shown(block.zone).length)) * 7) : 0;
  const room = Math.max(240, Math.min(innerWidth - 60 - aside, Math.max(innerHeight - 150, 2 * size + SMALL_MARGIN)));
  const labels = room / size >= 12;
  const margin = labels ? Math.min(170, 14 + longest * 7) : SMALL_MARGIN;
  const cell = Math.max(1, Math.min(72, Math.floor((room - margin) / size)));
  const side = margin + cell * size;
  return { cell, margin, labels, width: side + aside, height: side };
}

/** Where each zone begins and ends; none where rows are zones. */
function blocks() {
  const found = [];
  if (grid.of === 'node') {
    grid.zones.forEach((zone, i) => {
      if (i === 0 || zone !== grid.zones[i - 1]) found.push({ zone: zone || 'no zone', first: i, last: i });
      found.at(-1).last = i;
    });
  }
  return found;
}

function draw() {
  const size = grid.names.length;
  frame = layout(size);
  const ratio = devicePixelRatio || 1;
  canvas.width = frame.width * ratio;
  canvas.height = frame.height * ratio;
  canvas.style.width = frame.width + 'px';
  canvas.style.height = frame.height + 'px';
  legend.classList.toggle('small', frame.cell < MARKED);
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  const colours = { paper: css('--paper'), void: css('--void'), ink: css('--ink'), line: css('--faint') };
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      cell(pen, row, column, colours);
    }
  }
  names(pen, colours);
  zones(pen, colours);
}

function cell(pen, row, column, colours) {
  const side = frame.cell;
  const gap = side >= MARKED ? 1 : 0;
  const x = frame.margin + column * side;
  const y = frame.margin + row * side;
  const state = grid.states[row][column];
  const inner = side - gap;
  if (row === column && grid.of === 'node') return;
  if (state === '.' || state === 'l') {
    pen.fillStyle = state === 'l' ? '#2b2f36' : colours.void;
    pen.fillRect(x, y, inner, inner);
    return;
  }
  const [red, green, blue] = rgb(grid.micros[row][column]);
  const faded = side < MARKED && state === 'e' ? 0.5 : 1;
  pen.fillStyle = `rgb(${red} ${green} ${blue} / ${faded})`;
  pen.fillRect(x, y, inner, inner);
  if (side >= MARKED && state === 'e') {
    pen.fillStyle = colours.paper;
    pen.beginPath();
    pen.moveTo(x + inner, y + inner * 0.35);
    pen.lineTo(x + inner, y + inner);
    pen.lineTo(x + inner * 0.35, y + inner);
    pen.fill();
  }
  if (state === 's') {
    pen.fillStyle = 'rgb(138 148 158 / 0.75)';
    for (let stripe = 0; stripe < inner; stripe += 4) pen.fillRect(x, y + stripe, inner, Math.min(2, inner));
  }
  if (side >= 34) {
    pen.fillStyle = '#10161c';
    pen.font = (side >= 56 ? 14 : 11) + 'px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.fillText(ms(grid.micros[row][column]), x + inner / 2, y + inner / 2 + 4);
  }
}

function names(pen, colours) {
  if (!frame.labels) return;
  pen.fillStyle = colours.ink;
  pen.font = '11px system-ui, sans-serif';
  grid.names.forEach((name, i) => {
    const centre = frame.margin + (i + 0.5) * frame.cell;
    const text = shown(name || 'no zone');
    pen.textAlign = 'right';
    pen.fillText(text, frame.margin - 6, centre + 4);
    pen.save();
    pen.translate(centre + 4, frame.margin - 6);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = 'left';
    pen.fillText(text, 0, 0);
    pen.restore();
  });
}

/** Where a zone ends and the next begins, and its name if there is room for it. */
function zones(pen, colours) {
  const all = blocks();
  if (all.length < 2) return;
  const end = frame.margin + grid.names.length * frame.cell;
  pen.strokeStyle = colours.line;
  pen.fillStyle = colours.ink;
  pen.lineWidth = 1;
  pen.font = '600 12px system-ui, sans-serif';
  pen.textAlign = 'left';
  for (const { zone, first, last } of all) {
    const from = frame.margin + first * frame.cell - 0.5;
    const height = (last - first + 1) * frame.cell;
    if (height >= 12) pen.fillText(shown(zone), end + 10, from + height / 2 + 4);
    if (first === 0) continue;
    pen.beginPath();
    pen.moveTo(frame.margin - 10, from);
    pen.lineTo(end + 8, from);
    pen.moveTo(from, frame.margin - 10);
    pen.lineTo(from, end);
    pen.stroke();
  }
}

function shown(name) {
  return name.length > 22 ? name.slice(0, 21) + '…' : name;
}

function ms(micros) {
  const value = micros / 1000;
  return value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0);
}

function at(event) {
  if (!grid || !frame) return null;
  const box = canvas.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left - frame.margin) / frame.cell);
  const row = Math.floor((event.clientY - box.top - frame.margin) / frame.cell);
  const size = grid.names.length;
  return row >= 0 && column >= 0 && row < size && column < size ? { row, column } : null;
}

async function hover(event) {
  const place = at(event);
  if (!place || (place.row === place.column && grid.of === 'node')) {
    tip.hidden = true;
    hovered = '';
    return;
  }
  const from = grid.names[place.row];
  const to = grid.names[place.column];
  move(event);
  const key = from + ' → ' + to;
  if (key === hovered) return;
  hovered = key;
  const state = grid.states[place.row][place.column];
  const zonesOf = grid.of === 'node' ? `\n${grid.zones[place.row] || 'no zone'} → ${grid.zones[place.column] || 'no zone'}` : '';
  const value = grid.micros[place.row][place.column];
  const text = `${from || 'no zone'} → ${to || 'no zone'}${zonesOf}\n${WORDS[state]}`;
  tip.textContent = value < 0 ? text : `${text}: ${ms(value)} ms`;
  tip.hidden = false;
  if (value < 0 || grid.of !== 'node') return;
  await new Promise(resolve => setTimeout(resolve, 120));
  if (key !== hovered) return;
  const answer = await ask(`api/v1/rtt/${encodeURIComponent(from)}/${encodeURIComponent(to)}`).catch(() => ({ ok: false }));
  if (answer.ok && key === hovered) tip.textContent = text + '\n' + details(await answer.json());
}

function details(pair) {
  const age = `${pair.source}, ${seconds(pair.age)} old`;
  if (pair.estimate) {
    return `${pair.p50Ms} ms, from ${pair.estimate.lowerMs} to at most ${pair.estimate.upperMs} ms (${pair.estimate.levelPercent} % each)\n${age}`;
  }
  return `p50 ${pair.p50Ms} ms · p95 ${pair.p95Ms} ms · p99 ${pair.p99Ms} ms\n`
    + `loss ${(pair.loss * 100).toFixed(1)} % · jitter ${pair.jitterMs} ms · ${pair.samples} samples\n${age}`;
}

function move(event) {
  tip.style.left = Math.min(event.clientX + 16, innerWidth - 330) + 'px';
  tip.style.top = Math.min(event.clientY + 16, innerHeight - 130) + 'px';
}

function summarise() {
  const counts = { m: 0, e: 0, s: 0, l: 0, '.': 0 };
  grid.states.forEach((row, i) => [...row].forEach((state, j) => {
    if (i !== j || grid.of === 'zone') counts[state]++;
  }));
  const parts = Object.keys(WORDS).filter(state => counts[state]).map(state => `${counts[state]} ${WORDS[state]}`);
  const many = `${grid.names.length} ${grid.of}${grid.names.length === 1 ? '' : 's'}`
    + (grid.leftOut ? ` (${grid.leftOut} with fewer nodes are left out)` : '');
  summary.textContent = grid.names.length ? `${many}, pairs: ${parts.join(', ') || 'none'}` : 'Nothing is known yet.';
}

function scale() {
  const bar = document.getElementById('scale');
  const pen = bar.getContext('2d');
  for (let x = 0; x < bar.width; x++) {
    pen.fillStyle = `rgb(${rgb(100 * Math.exp(Math.log(3000) * x / bar.width)).join(' ')})`;
    pen.fillRect(x, 0, 1, bar.height);
  }
}

/** Links carry no token: what they name is fetched, and saved as a file. */
async function download(event) {
  if (!sessionStorage.getItem(TOKEN)) return;
  event.preventDefault();
  const path = event.target.getAttribute('href');
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await (await ask(path)).blob());
    link.download = path.split('/').pop();
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (problem) {
    summary.textContent = 'Nothing to save: ' + problem.message;
  }
}

document.querySelectorAll('nav a').forEach(link => link.addEventListener('click', download));
canvas.addEventListener('mousemove', hover);
canvas.addEventListener('mouseleave', () => { tip.hidden = true; hovered = ''; });
addEventListener('resize', () => grid && grid.names.length && draw());
scale();
keepReading(() => askJson('api/v1/rtt.grid'), found => {
  grid = found;
  summarise();
  if (grid.names.length) draw();
});
