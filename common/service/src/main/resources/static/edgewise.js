'use strict';

/** Requests of the pages of all services, with a token that a form with the id "access" takes. */
const access = document.getElementById('access');
/** The field of the form. */
const TOKEN = 'token';
/** The name of the token in this tab: services may be forwarded to the same address in turn, and must not see each other's tokens. */
const STORED = 'token of ' + document.title;
const REFRESH_MS = 10000;
/** The pause is this many times as long as the reading took: large clusters are read less often. */
const REST = 20;

/** Sends a request with the token that was given, if any. A refusal shows the form that takes one. */
async function ask(path, options = {}) {
  const token = sessionStorage.getItem(STORED);
  const answer = await fetch(path, token ? { ...options, headers: { ...options.headers, Authorization: 'Bearer ' + token } } : options);
  if (answer.ok) access.hidden = true;
  if (answer.status !== 401 && answer.status !== 403) return answer;
  if (access.hidden) {
    access.hidden = false;
    document.getElementById(TOKEN).focus();
  }
  throw new Error(token ? (await answer.json()).detail : 'sign in with a service account token');
}

/** The JSON of an answer; an error says what the service's problem says. */
async function askJson(path, options) {
  const answer = await ask(path, options);
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail || 'status ' + answer.status);
}

/**
 * Reads and shows what was read, again and again: one reading at a time, the next after a pause; at once when a token was given and when the page is
 * seen again. What was read before the latest request is not shown.
 *
 * @returns a function that requests the next reading, after some milliseconds or at once
 */
function keepReading(read, show) {
  let timer = 0;
  let turn = 0;

  async function next() {
    clearTimeout(timer);
    if (document.hidden) return;
    const mine = ++turn;
    const began = performance.now();
    try {
      const found = await read();
      if (mine !== turn) return;
      await show(found);
    } catch (problem) {
      if (mine === turn) document.getElementById('summary').textContent = 'Nothing new to show: ' + problem.message;
    }
    if (mine === turn) timer = setTimeout(next, Math.max(REFRESH_MS, REST * (performance.now() - began)));
  }

  access.addEventListener('submit', event => {
    event.preventDefault();
    const field = document.getElementById(TOKEN);
    sessionStorage.setItem(STORED, field.value.trim());
    field.value = '';
    next();
  });
  document.addEventListener('visibilitychange', next);
  next();
  return (after = 0) => {
    clearTimeout(timer);
    timer = setTimeout(next, after);
  };
}

/** The seconds of an ISO 8601 duration up to hours, or of a number of seconds. */
function durationSeconds(duration) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration);
  return parts ? 3600 * (parts[1] || 0) + 60 * (parts[2] || 0) + 1 * (parts[3] || 0) : Number(duration);
}

/** An ISO 8601 duration, or seconds, as words. */
function seconds(duration) {
  const total = durationSeconds(duration);
  return total < 120 ? `${Math.round(total)} s` : total < 7200 ? `${Math.round(total / 60)} min` : `${Math.round(total / 3600)} h`;
}

/** The value of a variable of the style sheets, such as a colour. */
function styleOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Names in the order in which people count: edge-2 before edge-10. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/** A number with its noun. */
function plural(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
