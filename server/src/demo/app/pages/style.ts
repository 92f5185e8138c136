/**
 * The whole look of the app, for a phone first. Its hash goes into the content policy, so nothing else can style a page.
 */
export const style = `
:root{color-scheme:light dark;--page:#f4f3f8;--paper:#fff;--ink:#1d1b31;--soft:#5c5973;--line:#e2dfec;--edge:#827e99;
--accent:#3b2bb5;--on-accent:#fff;--wash:#ebe8fb;--good:#17663c;--bad:#a3201d;--bad-wash:#fbeae8;--wait:#7a4b00;--wait-wash:#fff1d6;--focus:#1d4ed8;--shade:rgb(20 16 60/.5)}
@media (prefers-color-scheme:dark){:root{--page:#12111c;--paper:#1c1a2b;--ink:#edebf8;--soft:#b1adc8;--line:#322f48;--edge:#8a86a5;
--accent:#b3a8ff;--on-accent:#171135;--wash:#29264a;--good:#86d9a8;--bad:#ff9c94;--bad-wash:#3a1f24;--wait:#f0c878;--wait-wash:#3a2f17;--focus:#93b7ff;--shade:rgb(0 0 0/.65)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word;min-height:100svh}
h1,h2,h3,p,ul,ol,dl,dd,fieldset{margin:0;padding:0}h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.6rem,1.3rem + 2vw,2.2rem);letter-spacing:-.02em}h2{font-size:1.15rem}h3{font-size:.88rem;color:var(--soft);font-weight:600;margin:1.1rem 0 .3rem}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:6px}main:focus,h2[tabindex]:focus{outline:none}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--paper);padding:.6rem 1rem;z-index:3}.skip:focus{top:.5rem}
.notice{padding:.3rem 1rem;background:var(--wash);color:var(--ink);text-align:center;font-size:.85rem}
.top,main{max-width:62rem;margin:0 auto;padding-inline:clamp(1rem,4vw,2rem)}
.top{position:relative;display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-block:.9rem .4rem}
.brand{font-size:1.35rem;font-weight:800;letter-spacing:-.03em;color:var(--ink);text-decoration:none}.brand::after{content:".";color:#e8743b}
main{padding-block:.6rem 4rem}
.face{display:inline-grid;flex:none;place-items:center;width:2rem;height:2rem;border-radius:50%;background:var(--wash);color:var(--accent);font-weight:700;font-size:.9rem}
.menu summary{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;cursor:pointer;list-style:none;font-weight:600}.menu summary::-webkit-details-marker{display:none}
.sheetlet{position:absolute;right:clamp(1rem,4vw,2rem);z-index:2;width:min(17rem,calc(100vw - 2rem));padding:.4rem;background:var(--paper);border:1px solid var(--line);border-radius:16px;box-shadow:0 12px 40px var(--shade)}
.row{display:block;width:100%;min-height:2.75rem;padding:.6rem .8rem;border:0;border-radius:10px;background:none;color:var(--ink);font:inherit;text-align:left;text-decoration:none;cursor:pointer}.row:hover{background:var(--wash);filter:none}
.home{display:grid;gap:1.8rem 3rem}
.own{display:grid;gap:1.1rem;align-content:start}
.label{display:block;font-size:.88rem;font-weight:500;letter-spacing:0;color:var(--soft)}
.money{text-align:center;padding-top:.5rem}.balance{display:block;font-size:clamp(2.6rem,2rem + 4vw,3.4rem);font-weight:750;letter-spacing:-.035em;font-variant-numeric:tabular-nums}
.soft,.hint{color:var(--soft)}.hint{font-size:.88rem;margin-top:1.5rem}
.ways{display:flex;flex-wrap:wrap;gap:.6rem}.ways>*{flex:1 1 8rem;text-align:center}
button,.button{display:inline-block;min-height:3rem;padding:.7rem 1.3rem;border:1.5px solid var(--accent);border-radius:999px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:650;text-decoration:none;cursor:pointer}
.plain{background:var(--paper);color:var(--accent);border-color:var(--edge)}button:hover,.button:hover{filter:brightness(1.08)}
.wallet{display:grid;gap:1rem}
.card{position:relative;display:grid;grid-template-rows:auto 1fr auto;width:100%;max-width:25rem;margin:0 auto;aspect-ratio:1.586;padding:clamp(1rem,5vw,1.4rem);border-radius:20px;color:#fff;background:radial-gradient(circle at 85% -10%,#7a5ff0 0,transparent 55%),radial-gradient(circle at 10% 120%,#a3378a 0,transparent 50%),#2a1f8f;box-shadow:0 14px 34px -12px rgb(42 31 143/.6);overflow:hidden}
.card::before{content:"";position:absolute;right:-18%;top:26%;width:62%;aspect-ratio:1;border-radius:50%;border:1.6rem solid rgb(255 255 255/.05)}
.card>*{position:relative}.card .label{color:#d9d4ff;font-size:.72rem}
.card-brand{display:flex;align-items:center;justify-content:space-between;font-size:1.25rem;font-weight:800;letter-spacing:-.03em}
.card-state{display:inline-flex;align-items:center;gap:.3rem;padding:.15rem .7rem;border-radius:999px;background:#fff;color:#23324d;font-size:.82rem;font-weight:700;letter-spacing:0}
.card-number{align-self:center;font-size:clamp(1.1rem,5.2vw,1.5rem);font-variant-numeric:tabular-nums;letter-spacing:.06em;white-space:nowrap}
.digits,.code{user-select:all;-webkit-user-select:all}
.card-foot{display:flex;align-items:end;gap:1.2rem;font-weight:600;font-size:.95rem}.card-foot p:first-child{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.scheme{flex:none;width:3rem;margin-left:auto}
.card.frozen{background:linear-gradient(150deg,#44608c,#2c4066 55%,#3a5480);box-shadow:none}.card.suspended,.card.closed{background:#4a4a58;box-shadow:none}
.card.sample{margin:0}
.icon{display:block;width:1.4rem;height:1.4rem;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}.card-state .icon{width:.95rem;height:.95rem;stroke-width:2.2}
.actions{display:flex;justify-content:center;gap:.5rem;max-width:25rem;width:100%;margin:0 auto}.actions form{display:grid}.actions form,.actions>a{flex:1}
.action{display:grid;justify-items:center;align-content:center;gap:.25rem;width:100%;min-height:4rem;padding:.6rem .3rem;border:1px solid var(--line);border-radius:16px;background:var(--paper);color:var(--ink);font-size:.88rem;font-weight:600;text-align:center;text-decoration:none}
.action .icon{color:var(--accent)}
.hiding{text-align:center}
.headline{display:flex;align-items:baseline;justify-content:space-between;gap:1rem}
.entries,.plain-list,.steps{list-style:none}
.entries{background:var(--paper);border:1px solid var(--line);border-radius:18px;overflow:hidden}.entries li+li{border-top:1px solid var(--line)}
.entry{display:flex;align-items:center;gap:.8rem;padding:.75rem .9rem;color:inherit;text-decoration:none}.entry:hover{background:var(--wash)}.entry:focus-visible{outline-offset:-3px}
.face.topup{background:var(--accent);color:var(--on-accent);font-size:1.1rem}
.what{flex:1;min-width:0}.name{display:block;font-weight:600}.what .status,.foreign{display:block;font-size:.88rem}
.status{color:var(--soft)}.status.good,.plus{color:var(--good)}.status.bad{color:var(--bad)}.status.wait{color:var(--wait)}
.sums{text-align:right;white-space:nowrap}.sum{font-weight:650;font-variant-numeric:tabular-nums}.void{color:var(--soft);font-weight:500;text-decoration:line-through}.foreign{color:var(--soft)}
.empty{padding:1.8rem 1.2rem;margin-top:.8rem;border:1px dashed var(--edge);border-radius:18px;text-align:center;color:var(--soft)}
.message{max-width:40rem;margin:0 auto 1rem;padding:.7rem 1rem;border-radius:14px;background:var(--wash)}.message.bad{background:var(--bad-wash);color:var(--bad)}
.narrow{display:grid;gap:1.1rem;max-width:30rem;margin:0 auto}.back{max-width:30rem;margin:0 auto .6rem}.back a{display:inline-block;padding:.4rem 0;text-decoration:none}
.narrow form,.welcome form{display:grid;gap:1.1rem}
.welcome{display:grid;gap:2rem 4rem;align-items:center;max-width:54rem;margin:1rem auto}.lead{font-size:1.1rem;color:var(--soft);margin:.6rem 0 1.2rem}
.welcome label,legend{font-weight:600}.welcome form{gap:.6rem}.welcome form button{margin-top:.4rem}
input[name=name]{width:100%;min-height:3rem;padding:.5rem .9rem;border:1px solid var(--edge);border-radius:14px;background:var(--paper);color:inherit;font:inherit}
fieldset{border:0;min-width:0}legend{margin-bottom:.5rem;padding:0}
.amounts{display:grid;grid-template-columns:repeat(4,1fr);gap:.5rem}.amounts legend,.choices legend{grid-column:1/-1}.choices{display:grid;gap:.5rem}
.amounts label,.choices label{position:relative;cursor:pointer}
.amounts input,.choices input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}
.amounts label>span,.choices label>span{display:block;min-height:3rem;padding:.7rem .6rem;border:1.5px solid var(--line);border-radius:14px;background:var(--paper)}.amounts label>span{text-align:center;font-weight:650}.choices label>span{padding-inline:1rem}
input:checked+span{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);background:var(--wash)}input:focus-visible+span{outline:3px solid var(--focus);outline-offset:2px}
.facts{background:var(--paper);border:1px solid var(--line);border-radius:18px;padding:.3rem 1rem}.facts div{display:flex;justify-content:space-between;gap:1.2rem;padding:.6rem 0}.facts div+div{border-top:1px solid var(--line)}
.facts dt{flex:none;color:var(--soft)}.facts dd{min-width:0;text-align:right;overflow-wrap:anywhere}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
.narrow h1 .sum{font-weight:750}.sending{display:grid;gap:1rem;justify-items:center}.sending .facts{width:100%}.qr{width:min(14rem,70vw);border-radius:14px;border:1px solid var(--line)}
.steps li{position:relative;padding:0 0 1rem 1.4rem;border-left:2px solid var(--line);margin-left:.4rem}.steps li:last-child{border-color:transparent;padding-bottom:0}.steps li::before{content:"";position:absolute;left:-.45rem;top:.35rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--accent)}.steps time{display:block;font-size:.88rem}
.question{position:fixed;inset:auto 0 0;z-index:4;width:100%;max-width:30rem;margin:0 auto;padding:1.6rem 1.4rem calc(1.6rem + env(safe-area-inset-bottom));border:0;border-radius:26px 26px 0 0;background:var(--paper);color:var(--ink);text-align:center;box-shadow:0 0 0 200vmax var(--shade)}
.question::backdrop{background:none}.question form{display:grid;gap:.9rem}.question h2{font-size:1.1rem;font-weight:600}.big{display:block;font-size:2.8rem;font-weight:750;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.from{color:var(--soft);font-weight:600}.left{font-weight:700;color:var(--ink);font-variant-numeric:tabular-nums}
.answers{display:grid;gap:.6rem}
@media (min-width:52rem){.home{grid-template-columns:minmax(0,25rem) minmax(0,1fr)}.money{text-align:left}.welcome{grid-template-columns:1fr 1fr}.question{inset:0;height:fit-content;margin:auto;border-radius:26px;padding:2rem}}
@media (prefers-reduced-motion:no-preference){.question:modal{animation:rise .22s ease-out}@keyframes rise{from{transform:translateY(2rem);opacity:0}}}
@media (forced-colors:active){.card,.amounts label>span,.choices label>span,.entries,.question{border:1px solid}input:checked+span{border-width:3px}}
`
