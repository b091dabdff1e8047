import { gutter } from './map/axes.ts';

/** The style sheet of an explorer: light or dark as its reader's screen; one column where it is narrow. */
export const explorerStyle: string = `
:host{display:block;--paper:#fff;--ink:#16181d;--text:#3d434d;--quiet:#5c6370;--line:#d5d9df;--rule:#e2e4e8;--empty:#e9ebef;--halo:#ffffffe6;--accent:#d6336c;--field:#f3f4f6;container-type:inline-size;color-scheme:light dark}
@media(prefers-color-scheme:dark){:host{--paper:#16181d;--ink:#f1f3f6;--text:#c6ccd6;--quiet:#9aa3b1;--line:#3a3f49;--rule:#2b2f37;--empty:#262a32;--halo:#0e1014e6;--accent:#ff6b9d;--field:#22262e}}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box}
.explorer{display:grid;gap:16px;padding:18px;background:var(--paper);color:var(--text);border:1px solid var(--rule);border-radius:12px;font:14px/1.45 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}
p{margin:0}.told{color:var(--ink)}.told.wrong{padding:8px 12px;border-left:4px solid var(--accent);background:var(--field);border-radius:6px;overflow-wrap:anywhere}.dropping{outline:3px dashed var(--accent);outline-offset:-6px}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:8px 14px}
.count{flex:1 1 auto;color:var(--ink);font-weight:600}
.by{color:var(--quiet)}
select,button{height:34px;padding:0 12px;color:var(--ink);background:var(--field);border:1px solid var(--rule);border-radius:8px;font:inherit;cursor:pointer}
select{max-width:12em;margin-left:6px}
button:hover,select:hover{border-color:var(--quiet)}
button[aria-pressed=true]{color:var(--paper);background:var(--ink);border-color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.zooms,.views{display:flex;gap:6px}.zooms button{min-width:34px;padding:0 10px}
.body{display:grid;grid-template-columns:minmax(0,1fr) minmax(220px,300px);gap:20px 28px;align-items:start}
.body.two{grid-template-columns:1fr}
.panes{display:grid;gap:24px}.two .panes{grid-template-columns:1fr 1fr}
.pane{min-width:0}
.name{margin:0 0 8px ${gutter.left}px;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:minmax(0,1fr);gap:24px}.two .cards{grid-template-columns:1fr 1fr}
.pair .card{grid-template-columns:minmax(110px,38%) 1fr;align-items:start}.pair .card canvas{grid-row:span 3}.pair .card dl{grid-column:1/-1}
.frame{position:relative;padding:0 0 ${gutter.bottom}px ${gutter.left}px}
.axes{position:absolute;left:0;top:0}
.map{position:relative;border-radius:4px;cursor:crosshair;touch-action:pan-y;user-select:none;-webkit-user-select:none}
.map canvas{position:absolute;left:0;top:0;border-radius:4px}
.map .over{left:-14px;top:-14px;pointer-events:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;margin:10px 0 0 ${gutter.left}px;color:var(--quiet);font-size:13px}
.further{margin:10px 0 0 ${gutter.left}px;color:var(--text);font-size:13px;overflow-wrap:anywhere}
.legend .ends{display:flex;flex:1 1 200px;max-width:340px;align-items:center;gap:8px;white-space:nowrap}.legend .ramp{flex:1;min-width:60px;height:10px;border-radius:5px}
.legend i{display:inline-block;width:11px;height:11px;margin-right:6px;border-radius:3px;vertical-align:-1px}
.card,.legend{min-width:0;overflow-wrap:anywhere}
.card{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;align-content:start}
.card canvas,.decoded canvas{width:100%;aspect-ratio:1;background:var(--field);border-radius:10px}
h3{margin:0;color:var(--ink);font-size:16px;line-height:1.3}
.card .big{color:var(--ink);font-size:26px;font-weight:650;line-height:1.1;letter-spacing:-.01em}
.card .big small{display:block;color:var(--quiet);font-size:13px;font-weight:400;letter-spacing:0}
dl{display:grid;gap:0;margin:0}
dl div{display:flex;justify-content:space-between;gap:14px;padding:5px 0;border-top:1px solid var(--rule)}
dt{flex:none;max-width:60%;color:var(--quiet)}dd{margin:0;color:var(--ink);text-align:right;overflow-wrap:anywhere}
dd button{height:auto;padding:0 6px;border-radius:5px}
.hint{color:var(--quiet);font-size:13px}
.read{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:16px}
.charts svg{display:block;width:100%;height:auto}
.latents,.target{display:grid;gap:12px;padding-top:16px;border-top:1px solid var(--rule)}
.latents .sliders{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:6px 20px}
.latents label{display:grid;grid-template-columns:5em minmax(0,1fr) 2.6em;align-items:center;gap:8px;color:var(--quiet);font-size:13px}
.decoded{display:grid;grid-template-columns:200px 1fr;gap:20px;align-items:start}.latents output{color:var(--ink);text-align:right}
.latents input{width:100%;accent-color:var(--accent)}
.boards{display:grid;grid-template-columns:1fr 1fr 1.4fr;gap:12px 20px;align-items:start}.boards figure{display:grid;gap:6px;min-width:0;margin:0}
.board{width:100%;aspect-ratio:1;background:var(--field);border-radius:10px;cursor:crosshair;touch-action:none}
.boards figcaption,.boards p,.latents p{color:var(--quiet);font-size:13px}.curve svg{display:block;width:100%;height:auto}
.target .row,.latents .row{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center}
@container (max-width:640px){.explorer{padding:12px}.body,.two .panes{grid-template-columns:1fr}.boards{grid-template-columns:1fr 1fr;gap:12px}.curve{grid-column:1/-1}.pair .cards{grid-template-columns:1fr 1fr;gap:14px}.pair .card{grid-template-columns:1fr}.pair .card canvas{grid-row:auto}.pair dl div{display:block}.pair dd{text-align:left}.name{margin-left:0}.body:not(.pair) .card{grid-template-columns:minmax(110px,38%) 1fr;align-items:start}.body:not(.pair) .card canvas{grid-row:span 3}.body:not(.pair) .card dl{grid-column:1/-1}.legend,.further{margin-left:0}.decoded{grid-template-columns:110px 1fr;gap:12px}}
@media(prefers-reduced-motion:no-preference){button,select{transition:border-color .15s,background .15s}}
@media print{.zooms,.hint{display:none}}
`;
