'use strict';

/** What the pages of all services share: asking the service with a token, which a form with the id "access" takes. */
const access = document.getElementById('access');
const TOKEN = 'token';
const REFRESH_MS = 10000;
/** The rest is so many times as long as the reading took: large clusters are read less often. */
const REST = 20;

/** Asks the service, with the token that was given, if any; what it does not let us see is a reason to ask for one. */
async function ask(path, options = {}) {
  const token = sessionStorage.getItem(TOKEN);
  const answer = await fetch(path, token ? { ...options, headers: { ...options.headers, Authorization: 'Bearer ' + token } } : options);
  if (answer.ok) access.hidden = true;
  if (answer.status !== 401 && answer.status !== 403) return answer;
  if (access.hidden) {
    access.hidden = false;
    document.getElementById(TOKEN).focus();
  }
  throw new Error(token ? (await answer.json()).detail : 'it needs a token of the cluster');
}

/** The JSON of an answer; an error says what the service's problem says. */
async function askJson(path, options) {
  const answer = await ask(path, options);
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail || 'status ' + answer.status);
}

/**
 * Reads and shows what was read, again and again: one reading at a time, the next after a rest; at once when a token was given and when the page is
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
    sessionStorage.setItem(TOKEN, field.value.trim());
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

/** An ISO 8601 duration, or seconds, as words. */
function seconds(duration) {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration);
  const total = parts ? 3600 * (parts[1] || 0) + 60 * (parts[2] || 0) + 1 * (parts[3] || 0) : Number(duration);
  return total < 120 ? `${Math.round(total)} s` : total < 7200 ? `${Math.round(total / 60)} min` : `${Math.round(total / 3600)} h`;
}
