/** The whole look of the desk. Its hash goes into the content policy, so nothing else can style a page. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f5;--paper:#fff;--ink:#1a211c;--soft:#56605a;--line:#d9dfda;--edge:#7d8a82;
--accent:#14603a;--on-accent:#fff;--wash:#e6f1ea;--bad:#a3201d;--bad-wash:#fbeae8;--wait:#7a4b00;--focus:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--page:#121613;--paper:#1b201d;--ink:#e9eee9;--soft:#a9b4ac;--line:#333b36;--edge:#808c84;
--accent:#7fd3a0;--on-accent:#08210f;--wash:#1d3226;--bad:#ff9c94;--bad-wash:#3a1f1d;--wait:#efc66b;--focus:#93b7ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem);margin:0 0 .3em;letter-spacing:-.015em}
h2{font-size:1.2rem;margin:2.2rem 0 .7rem}h3{font-size:1.05rem;margin:0 0 .3rem}
p{margin:0 0 .8rem}a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}main:focus{outline:none}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--paper);padding:.6rem 1rem;z-index:1}.skip:focus{top:.5rem}
header{background:var(--paper);border-bottom:1px solid var(--line)}
.top,nav,main,footer{max-width:66rem;margin:0 auto;padding:0 clamp(1rem,4vw,2rem)}
.top{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline;justify-content:space-between;padding-block:1rem .3rem}
.brand{font-size:1.2rem;font-weight:700;color:var(--ink);text-decoration:none}.brand span{font-weight:400;color:var(--soft)}
.now{margin:0;font-variant-numeric:tabular-nums}.now span{color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.4rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.6rem 0 .5rem;color:var(--soft);text-decoration:none;border-bottom:3px solid transparent}
nav a:hover{color:var(--ink)}nav a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--accent)}
main{padding-block:2rem 2.5rem}.lead{font-size:1.08rem;color:var(--soft);max-width:44rem}
footer{color:var(--soft);font-size:.9rem;padding-block:1.2rem 2.5rem}
.message{padding:.8rem 1.1rem;border-radius:10px;margin-bottom:1.6rem;border:1px solid;border-left-width:5px}
.message.good{background:var(--wash);border-color:var(--accent)}.message.bad{background:var(--bad-wash);border-color:var(--bad)}
.tiles{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));margin:1.4rem 0;padding:0;list-style:none}
.tile,.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.3rem}
.tile h2{margin-top:0}.tile p,.card>:last-child{margin-bottom:0}.tile p{color:var(--soft)}.card{margin-bottom:1rem}
.big{font-size:clamp(1.3rem,1rem + 2vw,1.9rem);font-weight:650;font-variant-numeric:tabular-nums;line-height:1.3;margin-bottom:.3rem}
.soft,.hint{color:var(--soft)}.hint{font-size:.93rem}.num{text-align:right;font-variant-numeric:tabular-nums}
.badge{display:inline-block;padding:0 .65rem;border-radius:999px;border:1.5px solid;font-weight:600;font-size:.88rem;color:var(--soft)}
.badge.good{color:var(--accent)}.badge.bad{color:var(--bad)}.badge.wait{color:var(--wait)}
.scroll{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:14px;margin-bottom:1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.6rem 1rem;border-top:1px solid var(--line)}thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.9rem;white-space:nowrap}
.empty{padding:1.6rem;text-align:center;color:var(--soft);border:1px dashed var(--edge);border-radius:14px}
form{margin:0}.buttons{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end;margin-bottom:1rem}
.fields{display:grid;gap:.8rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));align-items:end;margin-bottom:1rem}
label{display:block;font-size:.93rem;font-weight:600;margin-bottom:.25rem}
input,select,textarea,button{font:inherit;color:inherit}
input,select,textarea{width:100%;max-width:100%;min-height:2.75rem;padding:.45rem .75rem;background:var(--paper);border:1px solid var(--edge);border-radius:10px}
input[type=checkbox],input[type=radio]{width:1.2rem;min-height:1.2rem;accent-color:var(--accent)}
button,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.2rem;border:1px solid var(--accent);border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none;cursor:pointer}
button.plain,.button.plain{background:var(--paper);color:var(--accent);border-color:var(--edge)}button.danger{background:var(--paper);color:var(--bad);border-color:var(--bad)}
button:hover,.button:hover{filter:brightness(1.08)}
code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em}
pre{padding:.9rem 1rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;min-height:34rem;border:1px solid var(--line);border-radius:12px;background:#fff}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:0 0 1rem}.facts dt{color:var(--soft)}.facts dd{margin:0}
@media (max-width:34rem){dl.facts{grid-template-columns:1fr}.facts dd{margin-bottom:.5rem}nav ul{gap:0 1.1rem}}
@media (forced-colors:active){.badge,.card,.tile{border:1px solid}nav a[aria-current]{text-decoration:underline}}
`
