/** The style sheet of a report: no fonts or pictures from elsewhere; light and dark; one column up to wide screens. */
export const reportStyle = `
:root{color-scheme:light dark;--page:#f6f6f4;--card:#fff;--ink:#16181d;--text:#3d434d;--quiet:#5c6370;--rule:#e2e4e8;--accent:#0067a8;--shade:#0003}
@media(prefers-color-scheme:dark){:root{--page:#0e1014;--card:#16181d;--ink:#f1f3f6;--text:#c6ccd6;--quiet:#9aa3b1;--rule:#2b2f37;--accent:#4cb1ee;--shade:#000a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1080px;margin:0 auto;padding:clamp(28px,6vw,72px) clamp(16px,4vw,40px)}
header{max-width:44em;margin-bottom:clamp(28px,4vw,48px)}
.eyebrow{margin:0 0 10px;color:var(--accent);font-size:13px;font-weight:600;letter-spacing:.06em;text-transform:uppercase}
h1{margin:0 0 16px;color:var(--ink);font:600 clamp(28px,5vw,44px)/1.15 "Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",Georgia,serif;letter-spacing:-.01em;text-wrap:balance}
.summary{margin:0;font-size:clamp(16px,1.6vw,18px);text-wrap:pretty}
.summary+.summary{margin-top:10px}:is(.note,.summary)+.figures{margin-top:18px}
section{margin-top:clamp(32px,4.5vw,56px)}
h2{margin:0 0 14px;color:var(--ink);font-size:19px;line-height:1.3}
.note{max-width:44em;margin:12px 0 0;color:var(--quiet);font-size:14px}
.scroll{overflow-x:auto;background:linear-gradient(to right,var(--card) 40px,transparent) 0 0/80px 100% no-repeat local,linear-gradient(to left,var(--card) 40px,transparent) 100% 0/80px 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) 0 0/16px 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) 100% 0/16px 100% no-repeat scroll,var(--card);border:1px solid var(--rule);border-radius:10px}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:11px clamp(10px,1.4vw,18px);text-align:right;white-space:nowrap;border-top:1px solid var(--rule)}
thead :is(th,td){border-top:0}thead th{color:var(--ink);font-size:14px}
tbody th{font-weight:400}th:first-child{text-align:left}td{color:var(--ink)}
td strong{color:var(--accent);font-weight:650}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:clamp(14px,2vw,24px)}
figure{margin:0;max-width:620px;overflow:hidden;background:var(--card);border:1px solid var(--rule);border-radius:10px}
figure svg{display:block;width:100%;height:auto}
figcaption{padding:0 16px 14px;color:var(--quiet);font-size:14px;line-height:1.5}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:0 32px;margin:0}
dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--rule)}
dl .wide{grid-column:1/-1}
dt{flex:none;max-width:70%;color:var(--quiet)}dd{margin:0;color:var(--ink);text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
pre{margin:0;padding:16px 18px;overflow-x:auto;background:var(--card);border:1px solid var(--rule);border-radius:10px;color:var(--ink);font-size:14px;white-space:pre}
ul{display:grid;grid-template-columns:fit-content(50%) 1fr;gap:0 24px;margin:0;padding:0;list-style:none}li{display:grid;grid-template-columns:subgrid;grid-column:1/-1;padding:8px 0;border-top:1px solid var(--rule)}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}
li a{justify-self:start}:is(h1,.summary,.note,figcaption,li,footer){overflow-wrap:anywhere}
footer{margin-top:clamp(32px,4.5vw,56px);padding-top:14px;border-top:1px solid var(--rule);color:var(--quiet);font-size:14px}
@media(max-width:480px){li{grid-template-columns:1fr}th,td{padding:9px 7px;font-size:14px}thead th{font-size:13px}pre{font-size:13px}}
@media print{body{background:#fff}figure,.scroll,pre{break-inside:avoid}}
`;
