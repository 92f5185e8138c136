/**
 * The whole look of the shop. It changes rarely; its hash goes into the content policy, so nothing else can style a
 * page.
 */
export const style = `
:root{color-scheme:light dark;--page:#fbf6ee;--paper:#fffdf9;--ink:#2a1c12;--soft:#6a5344;--line:#dccbb6;--edge:#8a7260;
--accent:#9a3b12;--on-accent:#fff;--wash:#f6e7d2;--plate:#efdfc8;--good:#1f6b3a;--bad:#a3201d;--wait:#6a4a00;--focus:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--page:#17110d;--paper:#211914;--ink:#f4eadf;--soft:#c8b5a3;--line:#46372c;--edge:#9b8674;
--accent:#f2a66e;--on-accent:#23130a;--wash:#30221a;--plate:#34271e;--good:#7fd39b;--bad:#ff9c94;--wait:#efc66b;--focus:#93b7ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.6 ui-sans-serif,system-ui,sans-serif;overflow-wrap:break-word}
h1,h2,h3,.brand,.step{font-family:ui-serif,Georgia,Cambria,serif;line-height:1.15;text-wrap:balance}
h1{font-size:clamp(2rem,1.2rem + 4vw,3.4rem);margin:0 0 .4em;letter-spacing:-.015em}
h2{font-size:1.5rem;margin:0 0 .8rem}h3{font-size:1.2rem;margin:.5rem 0 .1rem}
p{margin:0 0 .8rem}a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:1rem;top:-4rem;background:var(--paper);padding:.6rem 1rem;z-index:1}.skip:focus{top:.5rem}
.notice{margin:0;padding:.45rem 1rem;background:var(--accent);color:var(--on-accent);text-align:center;font-size:.95rem}
.top,main,.bottom{max-width:68rem;margin:0 auto;padding:0 clamp(1rem,4vw,2rem)}
.top{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline;justify-content:space-between;padding-block:1.1rem}
.brand{direction:ltr;unicode-bidi:isolate;font-size:1.6rem;font-weight:700;color:var(--ink);text-decoration:none}.brand span{color:var(--accent)}
nav ul{display:flex;gap:.2rem 1.2rem;margin:0;padding:0;list-style:none}
.languages[open]{flex-basis:100%}.languages summary{padding:.3rem 0}.languages ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0;padding:0;list-style:none}
nav a,.languages a{display:inline-block;padding:.3rem 0;color:var(--ink)}:is(nav,.languages) a[aria-current]{font-weight:700;text-decoration-thickness:3px;text-decoration-color:var(--accent)}
main{padding-block:1rem 2rem}.bottom{color:var(--soft);font-size:.95rem;padding-block:1.5rem 3rem;border-top:1px solid var(--line)}
section{margin-block-end:2.6rem}
.welcome{display:grid;gap:1.5rem 3rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));align-items:center}
.welcome>div:first-child h1,.lead{max-width:26rem}.lead{font-size:1.2rem;color:var(--soft)}
.next{background:var(--wash);border-radius:18px;padding:1.3rem 1.5rem}.next h2{font-size:1.2rem;margin-bottom:.5rem}
.next ol{margin:0;padding-inline-start:1.3rem}.next li{margin-bottom:.35rem;padding-inline-start:.2rem}.next li::marker{color:var(--accent);font-weight:700}
.step{display:inline-grid;place-items:center;width:1.9em;height:1.9em;margin-inline-end:.35em;border-radius:50%;background:var(--ink);color:var(--page);font-size:.8em;vertical-align:.1em}
.shelf,.cards,.received{list-style:none;margin:0;padding:0}
.shelf{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
.product{display:flex;flex-direction:column;background:var(--paper);border:1px solid var(--line);border-radius:18px;padding:1rem 1.2rem 1.1rem}
.product p{color:var(--soft);margin-bottom:.9rem}.picture{width:100%;max-height:8rem}.plate{fill:var(--plate)}
.buy{display:flex;align-items:center;gap:.6rem;margin-top:auto}.price{font-weight:700;font-variant-numeric:tabular-nums}.buy .price{margin-inline-end:auto;font-size:1.15rem}
.buy label{color:var(--soft);font-size:.95rem}.buy input{width:4.6rem}
input,select,button{font:inherit;color:inherit}
input:not([type=radio]),select{max-width:100%;min-height:2.75rem;padding:.4rem .7rem;background:var(--paper);border:1px solid var(--edge);border-radius:10px}
fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0;font-weight:700;margin-bottom:.5rem}
.kinds{display:grid;gap:.7rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));margin-bottom:1.6rem}
.kind{position:relative;display:flex;gap:.8rem;background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:.9rem 1rem;min-width:0}
.kind>div{min-width:0}.kind:has(input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.kind label:not(.hidden){font-weight:700}.kind p{margin:0;color:var(--soft);font-size:.97rem}.kind select{width:100%;margin-top:.6rem}
input[type=radio]{flex:none;width:1.3rem;height:1.3rem;margin:.2rem 0 0;accent-color:var(--accent)}
.details{display:grid;gap:.8rem 1.2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))}
.details legend{grid-column:1/-1}.details label{display:block;font-size:.95rem;margin-bottom:.2rem}.details input,.details select{width:100%}
.cards{display:grid;gap:.8rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));margin-bottom:.8rem}
.cards li{background:var(--wash);border-radius:14px;padding:.9rem 1rem}.number{margin:0 0 .4rem}.scheme{display:block;color:var(--soft);font-size:.9rem}
code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em;direction:ltr;unicode-bidi:isolate}pre{text-align:left}.cards code{user-select:all;-webkit-user-select:all}
.number code{font-size:1.12rem;font-weight:700;letter-spacing:.02em;white-space:nowrap}
dl,dd{margin:0}.cards dl{display:grid;grid-template-columns:minmax(3.6rem,auto) 1fr;gap:0 .6rem}.cards dl div{display:contents}.cards dt{color:var(--soft)}.cards dd{min-width:0}
.own-card,.problem{border-inline-start:5px solid var(--accent);background:var(--paper);padding:.8rem 1rem;border-start-end-radius:10px;border-end-end-radius:10px}
.more summary{margin-bottom:.6rem;font-weight:700}
.hint,.when{color:var(--soft);font-size:.95rem}
button,.button{display:inline-block;min-height:3rem;padding:.7rem 1.6rem;border:0;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:700;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.08)}
.go{background:var(--wash);border-radius:18px;padding:1.4rem 1.5rem;margin-bottom:1rem}.go button{width:100%;max-width:24rem;font-size:1.15rem}
.paybar{position:sticky;bottom:0;display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;justify-content:space-between;padding:.7rem 1rem;margin-bottom:1rem;background:var(--paper);border:1px solid var(--line);border-radius:14px;box-shadow:0 -6px 18px rgb(0 0 0/.08)}
.paybar p{margin:0}.paybar output{font-size:1.3rem;font-weight:700;font-variant-numeric:tabular-nums}.paybar button{flex:1 1 12rem;max-width:24rem}
html{scroll-padding-bottom:8rem}nav ul{flex-wrap:wrap}
.problem{border-color:var(--bad)}.problem strong{color:var(--bad)}
.leaving{max-width:34rem}.leaving form{margin-bottom:1rem}.sum{margin-bottom:1.4rem}.sum div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
.sum dd{font-variant-numeric:tabular-nums}.total{font-weight:700}
.both{display:grid;gap:1.4rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}.both section{min-width:0;margin:0}
pre{margin:.4rem 0 0;padding:.9rem 1rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.45}
.badge{display:inline-block;padding:.1rem .7rem;border-radius:999px;border:1.5px solid;font-weight:700;font-size:.95rem;background:var(--paper)}
.good{color:var(--good)}.bad{color:var(--bad)}.waiting.badge{color:var(--wait)}
.ways{display:flex;flex-wrap:wrap;gap:.8rem 1.4rem;align-items:center}
.order{background:var(--paper);border:1px solid var(--line);border-radius:18px;padding:1.2rem 1.4rem;margin-bottom:1.2rem}
.order h2{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1rem;margin-bottom:.5rem}.order pre{background:var(--page)}
.received li{border-top:1px solid var(--line);padding:.8rem 0 .2rem;margin-top:.8rem}.received p{margin-bottom:.4rem}summary{cursor:pointer;padding:.2rem 0;color:var(--accent)}
@media (prefers-reduced-motion:no-preference){button,.button,.kind{transition:filter .15s,box-shadow .15s}}
@media (forced-colors:active){.badge,.kind,.product{border:1px solid}}
`
