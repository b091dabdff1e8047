import { escapeText } from '../../plot/index.ts';
import { explorerHtml } from '../reports/explorer-insert.ts';

/** The page of a run that is going on. @param name - Of what is searched. */
export function livePage(name: string): string {
  const title = escapeText(name);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>elites: ${title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><header><p class="eyebrow">elites · live</p><h1>${title}</h1>
<p><strong id="name"></strong> <span id="status" role="status">Connecting …</span></p><p id="end" role="status"></p>
<div class="track" role="progressbar" aria-label="Evaluations" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"><div id="bar"></div></div></header>
<p id="why"></p>
${explorerHtml({ events: 'events' })}
<noscript><p>This page shows the run with a script; the report at the end has pictures without one.</p></noscript>
</main></body></html>
`;
}

const style = `
:root{color-scheme:light dark;--page:#f6f6f4;--card:#fff;--ink:#16181d;--text:#3d434d;--quiet:#5c6370;--rule:#e2e4e8;--accent:#0067a8}
@media(prefers-color-scheme:dark){:root{--page:#0e1014;--card:#16181d;--ink:#f1f3f6;--text:#c6ccd6;--quiet:#9aa3b1;--rule:#2b2f37;--accent:#4cb1ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1080px;margin:0 auto;padding:clamp(16px,3vw,36px) clamp(12px,4vw,40px)}
.eyebrow{margin:0 0 4px;color:var(--accent);font-size:13px;font-weight:600;letter-spacing:.06em;text-transform:uppercase}
h1{margin:0 0 6px;color:var(--ink);font:600 clamp(24px,4vw,36px)/1.15 "Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,serif}
p{margin:0;overflow-wrap:anywhere}#why:not(:empty){margin-bottom:18px}strong{color:var(--ink)}
.track{height:6px;margin:10px 0 18px;background:var(--rule);border-radius:3px;overflow:hidden}
#bar{width:0;height:100%;background:var(--accent)}
@media(prefers-reduced-motion:no-preference){#bar{transition:width .2s linear}}
`;
