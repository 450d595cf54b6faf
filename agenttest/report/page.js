'use strict';
// Everything that agents, users and judges said reaches the page as textContent, never as markup.
(() => {
  const statuses = ['failed', 'errored', 'skipped', 'passed'];
  const words = { passed: 'Passed', failed: 'Failed', errored: 'Errored', skipped: 'Skipped' };

  // el makes an element; children are elements or texts, nothing is left out.
  const el = (tag, props, ...children) => {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(props || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (key === 'on') for (const [event, f] of Object.entries(value)) e.addEventListener(event, f);
      else if (key === 'text') e.textContent = value;
      else if (key === 'width') e.style.width = value;
      else if (key === 'grow') e.style.flexGrow = value;
      else e.setAttribute(key, value === true ? '' : value);
    }
    for (const c of children) if (c !== undefined && c !== null && c !== false && c !== '') e.append(c);
    return e;
  };
  const said = (cls, text) => el('div', { class: 'text ' + cls, dir: 'auto', text });

  const span = (ms) => {
    if (ms < 1000) return ms + 'ms';
    if (ms < 60000) return (ms / 1000).toFixed(1) + 's';
    const s = Math.round(ms / 1000);
    return s < 3600 ? Math.floor(s / 60) + 'm' + String(s % 60).padStart(2, '0') + 's'
      : Math.floor(s / 3600) + 'h' + String(Math.floor(s / 60) % 60).padStart(2, '0') + 'm';
  };
  const plural = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');
  const percent = (rate) => {
    let s = (100 * rate).toFixed(1);
    if (s === '100.0' && rate < 1) s = '99.9';
    if (s === '0.0' && rate > 0) s = '0.1';
    return s.replace(/\.0$/, '') + '%';
  };

  const read = (cls) => {
    const all = [];
    for (const s of document.querySelectorAll('script.' + cls)) {
      try { all.push(JSON.parse(s.textContent)); } catch (e) { /* the block that was cut off */ }
      s.remove();
    }
    return all;
  };

  // tally counts what is here, for a page that was cut off before its totals.
  const tally = (cases) => {
    const s = { total: cases.length, passed: 0, failed: 0, errored: 0, skipped: 0, blame: {}, total_turns: 0, duration_ms: 0, complete: false };
    for (const c of cases) {
      s[statuses.includes(c.status) ? c.status : 'errored']++;
      if (c.blame && (c.status === 'failed' || c.status === 'errored')) s.blame[c.blame] = (s.blame[c.blame] || 0) + 1;
      s.total_turns += c.turns.length;
      s.duration_ms += c.ms;
    }
    if (s.total > s.skipped) s.pass_rate = s.passed / (s.total - s.skipped);
    s.avg_turns = s.total ? s.total_turns / s.total : 0;
    return s;
  };

  const header = (run, s) => {
    const about = el('p', { class: 'about' });
    const fact = (name, value) => { if (value) about.append(el('span', {}, name + ' ', el('b', { dir: 'auto', text: value }))); };
    fact('Input', run.input);
    fact('Cases', run.cases ? String(run.cases) : '');
    fact('Shard', run.shard && run.total ? run.shard + ': ' + (run.cases || s.total) + ' of ' + plural(run.total, 'case') : run.shard);
    if (run.start) fact('Started', new Date(run.start).toLocaleString());
    const h = el('header', {}, el('h1', { dir: 'auto', text: run.agent ? run.agent : 'Agent test report' }), about);
    const problems = run.problems || [];
    if (problems.length) {
      const list = el('ul');
      for (const p of problems) list.append(el('li', { class: 'text', dir: 'auto', text: p }));
      h.append(el('div', { class: 'warning', role: 'status' }, el('b', { text: 'This report is not complete:' }), list));
    } else if (!s.complete) {
      const all = s.expected || run.cases || 0, rest = all - s.total;
      h.append(el('p', { class: 'warning', role: 'status', text: 'This report is not complete: ' +
        (rest === 1 ? '1 of ' + plural(all, 'case') + ' was not played to its end.' :
          rest > 1 ? rest + ' of ' + all + ' cases were not played to their end.' : 'the run did not come to its end.') }));
    }
    return h;
  };

  const totals = (s) => {
    const bar = el('div', { class: 'shares', role: 'img', 'aria-label': statuses.map((k) => s[k] + ' ' + k).join(', ') });
    for (const k of ['passed', 'failed', 'errored', 'skipped']) if (s[k]) bar.append(el('i', { class: k, grow: String(s[k]) }));
    const figures = el('dl', { class: 'figures' });
    const figure = (name, value) => figures.append(el('div', {}, el('dt', { text: name }), el('dd', { text: value })));
    figure('Cases', String(s.total));
    figure('Turns', s.total_turns + ' (' + s.avg_turns.toFixed(1) + ' a case)');
    figure('Time', span(s.elapsed_ms === undefined ? s.duration_ms : s.elapsed_ms));
    if (s.p50_ms !== undefined) { figure('p50', span(s.p50_ms)); figure('p95', span(s.p95_ms)); figure('Longest', span(s.max_ms)); }
    const blame = Object.entries(s.blame || {}).map(([k, n]) => k + ' ' + n).join(', ');
    if (blame) figure('To blame', blame);
    if (s.usage) {
      figure('Tokens', (s.usage.input_tokens + s.usage.output_tokens).toLocaleString('en'));
      if (s.usage.cost_usd !== undefined) figure('Cost', '$' + s.usage.cost_usd.toFixed(4));
    }
    const rate = s.pass_rate === undefined ? '–' : percent(s.pass_rate);
    return el('section', { class: 'totals', 'aria-label': 'Summary' },
      el('div', { class: 'rate' }, rate, el('small', { text: 'passed' + (s.skipped ? ' of those not skipped' : '') })), bar, figures);
  };

  const marks = { passed: '✓', failed: '✗', errored: '✗' };
  const checks = (title, list) => {
    const ol = el('ul');
    for (const c of list) {
      ol.append(el('li', {},
        el('span', { class: 'mark t-' + (c.status || 'skipped'), 'aria-hidden': 'true', text: marks[c.status] || '–' }),
        el('span', { class: 'visually-hidden', text: (words[c.status] || 'Not run') + ': ' }),
        el('span', { class: 'text', dir: 'auto', text: c.label }),
        c.problem && el('span', { class: 'problem text' + (c.status ? ' t-' + c.status : ' soft'), dir: 'auto', text: c.problem }),
        c.problem && c.source && el('span', { class: 'soft mono', text: 'at ' + c.source })));
    }
    return el('div', { class: 'checks' }, el('h4', { text: title }), ol);
  };

  const toolCall = (c, open) => {
    const dl = el('dl', {}, el('dt', { text: 'Arguments' }), el('dd', { class: 'mono text', dir: 'auto', text: c.args || 'none' }));
    dl.append(el('dt', { text: c.error ? 'Failed with' : 'Result' }), el('dd', { class: 'mono text' + (c.error ? ' t-failed' : ''), dir: 'auto', text: c.pending ? 'none is known' : c.result }));
    const brief = c.args && c.args.length > 70 ? c.args.slice(0, 70).replace(/[\ud800-\udbff]$/, '') + '…' : c.args || '';
    return el('details', { class: 'tool', open }, el('summary', { class: 'mono' }, el('b', { text: c.name }), '(' + brief + ')', c.error && ' failed'), dl);
  };

  const turn = (t, longest, look, judgedCase) => {
    const bad = t.status && t.status !== 'passed';
    const head = el('h3', {}, 'Turn ' + t.n,
      t.source && el('span', { class: 'chip', text: t.source }),
      bad && el('span', { class: 'badge ' + t.status, text: words[t.status] || t.status }),
      el('span', { class: 'time' }, span(t.ms), el('span', { class: 'bar', 'aria-hidden': 'true' }, el('i', { width: (longest ? 100 * t.ms / longest : 0) + '%' }))));
    const talk = el('div', { class: 'talk' });
    if (t.input) talk.append(el('div', { class: 'bubble user' }, el('span', { class: 'by', text: 'User' }), said('', t.input)));
    for (const a of t.attached || []) talk.append(el('div', { class: 'attached', dir: 'auto', text: '📎 ' + a }));
    if (t.reasoning) talk.append(said('says', 'Simulator: ' + t.reasoning));
    for (const c of t.calls || []) talk.append(toolCall(c, look && bad));
    if (t.output) talk.append(el('div', { class: 'bubble agent' }, el('span', { class: 'by', text: 'Agent' }), said('', t.output)));
    else if (!(t.calls || []).length && !t.error) talk.append(el('div', { class: 'says', text: 'The agent said nothing.' }));
    if (t.awaiting) talk.append(said('says', 'Awaiting input: ' + t.awaiting));
    for (const id of t.reached || []) talk.append(el('div', { class: 't-passed' }, '✓ checkpoint ', el('b', { dir: 'auto', text: id })));
    if (t.error) talk.append(el('div', { class: 'problembox text ' + t.status, dir: 'auto', text: t.error }));
    if (t.skip) talk.append(el('div', { class: 'problembox skipped text', dir: 'auto', text: t.skip }));
    const judged = (t.checks || []).length > 0;
    return el('li', { class: 'turn' + (t.status === 'errored' ? ' errored' : t.status === 'failed' ? ' bad' : ''), 'data-look': look ? 'here' : null }, head,
      el('div', { class: judgedCase ? 'both' : 'both alone' }, talk, judged && checks('Assertions', t.checks)));
  };

  const timeline = (list) => {
    const ol = el('ol', { class: 'timeline' });
    const order = list.slice().sort((a, b) => (a.turn || 1e9) - (b.turn || 1e9));
    for (const c of order) {
      const state = c.reached ? 'turn ' + c.turn : c.reason || 'not reached';
      ol.append(el('li', { class: (c.reached ? 'reached' : '') + (c.optional ? ' optional' : '') },
        el('b', { dir: 'auto', text: c.id }), c.about && el('span', { dir: 'auto', text: c.about }),
        el('span', { dir: 'auto', text: (c.reached ? 'Reached in ' : c.optional ? 'Optional: ' : 'Not reached: ') + state })));
    }
    return el('section', { 'aria-label': 'Checkpoints' }, el('h2', { text: 'Checkpoints: ' + list.filter((c) => c.reached).length + ' of ' + list.length + ' reached' }), ol);
  };

  const body = (c) => {
    const b = el('div', { class: 'body' });
    const facts = el('p', { class: 'facts' });
    const fact = (name, value) => { if (value) facts.append(el('span', { dir: 'auto' }, name + ' ', el('span', { class: 'mono', text: value }))); };
    fact('Written at', c.source); fact('Simulator', c.simulator); fact('Session', c.session); fact('Shard', c.shard);
    if (c.usage) fact('Tokens', String(c.usage.input_tokens + c.usage.output_tokens));
    if (facts.childNodes.length) b.append(facts);
    if (c.error && c.error !== c.problem) b.append(el('div', { class: 'problembox text ' + c.status, dir: 'auto', text: c.error }));
    if (c.checkpoints) b.append(timeline(c.checkpoints));
    const ol = el('ol', { 'aria-label': 'Conversation' });
    const longest = Math.max(0, ...c.turns.map((t) => t.ms));
    const judged = c.turns.some((t) => (t.checks || []).length); // then there is a column for it beside every turn
    c.turns.forEach((t, i) => ol.append(turn(t, longest, i === c.failing, judged)));
    b.append(el('h2', { text: 'Conversation' }), c.turns.length ? ol : el('p', { class: 'soft', text: 'No turn was played.' }));
    const end = el('div', { class: 'end' });
    if (c.skip) end.append(el('div', { class: 'problembox skipped text', dir: 'auto', text: 'Skipped: ' + c.skip + (c.hint ? '\n' + c.hint + '.' : '') }));
    if (c.goal) end.append(el('p', { class: 't-passed text', dir: 'auto', text: 'Goal achieved: ' + c.goal }));
    if (c.final) end.append(checks('Final assertions', c.final));
    for (const n of c.notes || []) end.append(el('p', { class: 'soft text', dir: 'auto', text: 'Note: ' + n }));
    if (end.childNodes.length) b.append(end);
    return b;
  };

  const show = (details) => {
    const here = details.querySelector('[data-look]');
    if (!here) return;
    const r = here.getBoundingClientRect();
    if (r.top < 84 || r.bottom > innerHeight) here.scrollIntoView({ block: r.height < innerHeight / 2 ? 'center' : 'start' });
  };

  // row makes the line of a case; what is below it is made when it is opened first.
  const row = (c, longest) => {
    const known = statuses.includes(c.status) ? c.status : 'errored';
    const details = el('details', { class: 'case ' + known });
    details.append(el('summary', {},
      el('span', { class: 'badge ' + known, text: words[known] }),
      el('span', { class: 'who' },
        c.id && el('span', { class: 'id', dir: 'auto', text: c.id }), c.name && c.name !== c.id && el('span', { class: 'name', dir: 'auto', text: c.name }),
        c.problem && el('span', { class: 'problem', dir: 'auto', text: c.problem })),
      el('span', { class: 'chips' }, c.blame && el('span', { class: 'chip', title: 'who is to blame', text: c.blame }), plural(c.turns.length, 'turn')),
      el('span', { class: 'time' }, span(c.ms), el('span', { class: 'bar', 'aria-hidden': 'true' }, el('i', { width: (longest ? 100 * c.ms / longest : 0) + '%' })))));
    let made = false;
    const open = () => { if (!made) { made = true; details.append(body(c)); } };
    details.addEventListener('toggle', () => { if (details.open) { open(); show(details); } });
    return { c, known, details, li: el('li', {}, details), open };
  };

  // hay is all the text of a case, in lower case; it is made when somebody searches.
  const hay = (r) => {
    if (r.hay === undefined) {
      const c = r.c;
      const parts = [c.id, c.name, c.problem, c.error, c.skip, c.session, c.source, c.goal];
      for (const t of c.turns) {
        parts.push(t.input, t.output, t.error);
        for (const k of t.calls || []) parts.push(k.name, k.args, k.result);
        for (const k of t.checks || []) parts.push(k.label, k.problem);
      }
      for (const k of c.final || []) parts.push(k.label, k.problem);
      for (const k of c.checkpoints || []) parts.push(k.id, k.reason);
      r.hay = parts.filter(Boolean).join('\n').toLowerCase();
    }
    return r.hay;
  };

  const build = () => {
    const page = document.getElementById('page');
    const run = read('run')[0] || {};
    const cases = read('case');
    const s = read('summary').pop() || tally(cases);
    const longest = Math.max(0, ...cases.map((c) => c.ms));
    const rows = cases.map((c) => row(c, longest));

    const list = el('ol', { class: 'cases', 'aria-label': 'Cases' });
    const none = el('p', { class: 'empty', text: cases.length ? 'No case fits these filters.' : 'No case has finished.' });
    const count = el('p', { class: 'count', role: 'status' });
    const on = new Set(statuses);
    const search = el('input', { type: 'search', id: 'search', placeholder: 'Search conversations', 'aria-label': 'Search in all conversations' });
    const blame = el('select', { id: 'blame', 'aria-label': 'Who is to blame' }, el('option', { value: '', text: 'Any blame' }));
    for (const who of [...new Set(cases.map((c) => c.blame).filter(Boolean))].sort()) blame.append(el('option', { value: who, text: 'Blame: ' + who }));
    const sort = el('select', { id: 'sort', 'aria-label': 'Order of the cases' },
      ...[['run', 'As they finished'], ['status', 'Not passed first'], ['id', 'By id'], ['time', 'Longest first']].map(([value, text]) => el('option', { value, text })));

    const filter = () => {
      const text = search.value.trim().toLowerCase();
      let n = 0;
      for (const r of rows) {
        const fits = on.has(r.known) && (!blame.value || r.c.blame === blame.value) && (!text || hay(r).includes(text));
        if (r.li.hidden === fits) r.li.hidden = !fits;
        if (fits) n++;
      }
      none.hidden = n > 0;
      count.textContent = n === rows.length ? plural(n, 'case') : n + ' of ' + plural(rows.length, 'case');
    };
    const order = () => {
      const by = {
        run: () => 0,
        status: (a, b) => statuses.indexOf(a.known) - statuses.indexOf(b.known),
        id: (a, b) => String(a.c.id).localeCompare(String(b.c.id), 'en', { numeric: true }),
        time: (a, b) => b.c.ms - a.c.ms,
      }[sort.value];
      shown = rows.slice().sort(by);
      list.append(...shown.map((r) => r.li));
    };
    let shown = rows;
    let due = 0;
    search.addEventListener('input', () => { clearTimeout(due); due = setTimeout(filter, 60); });
    blame.addEventListener('change', filter);
    sort.addEventListener('change', order);

    const kinds = el('fieldset', {}, el('legend', { class: 'visually-hidden', text: 'Outcomes to show' }));
    for (const k of statuses) {
      const b = el('button', { type: 'button', class: 'toggle', id: 'show-' + k, 'aria-pressed': 'true', on: { click: () => {
        if (on.has(k)) on.delete(k); else on.add(k);
        b.setAttribute('aria-pressed', String(on.has(k)));
        filter();
      } } }, el('span', { class: 't-' + k, text: words[k] }), el('b', { text: String(s[k]) }));
      kinds.append(b);
    }

    let at = -1;
    const next = el('button', { type: 'button', class: 'plain', id: 'next', text: 'Next problem', on: { click: () => {
      const bad = shown.filter((r) => !r.li.hidden && (r.known === 'failed' || r.known === 'errored'));
      if (!bad.length) return;
      at = (at + 1) % bad.length;
      const r = bad[at];
      r.open();
      r.details.open = true;
      r.details.querySelector('summary').focus({ preventScroll: true });
      r.li.scrollIntoView({ block: 'start' });
      show(r.details);
    } } });
    if (!s.failed && !s.errored) next.hidden = true;

    page.append(header(run, s), totals(s),
      el('nav', { class: 'filters', 'aria-label': 'Filters' }, kinds, search, blame, sort, next, count),
      el('main', {}, list, none));
    order();
    filter();

    // What the search looks through is made while the reader reads, a few cases at a time.
    const idle = window.requestIdleCallback || ((f) => setTimeout(() => f({ timeRemaining: () => 10 }), 50));
    let made = 0;
    const prepare = (deadline) => {
      while (made < rows.length && deadline.timeRemaining() > 2) hay(rows[made++]);
      if (made < rows.length) idle(prepare);
    };
    idle(prepare);

    let wanted = '';
    try { wanted = decodeURIComponent(location.hash.slice(1)); } catch (e) { /* not an id */ }
    const first = wanted ? rows.find((r) => r.c.id === wanted) : undefined;
    if (first) { first.open(); first.details.open = true; first.li.scrollIntoView(); }
  };

  document.addEventListener('DOMContentLoaded', build);
})();
