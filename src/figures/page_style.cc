#include "figures/page_style.h"

#include "figures/plot_style.h"

namespace dplda {
namespace {

// Of the page beyond its drawings: grounds, links and the four verdicts, each text on its ground.
constexpr std::string_view kLight =
    "color-scheme:light;--ground:#f5f6f8;--rule:#dfe3e7;--link:#1a56b0;"
    "--held:#0c6239;--held-ground:#e0f3e8;--partly:#704b00;--partly-ground:#fbefd0;"
    "--failed:#9c1f1b;--failed-ground:#fce5e3;--ours:#414b55;--ours-ground:#e8ebee;";
constexpr std::string_view kDark =
    "color-scheme:dark;--ground:#0e1013;--rule:#2b3138;--link:#8db8ff;"
    "--held:#79dfac;--held-ground:#12331f;--partly:#f1c766;--partly-ground:#38290a;"
    "--failed:#ffa69f;--failed-ground:#451b19;--ours:#c5ced7;--ours-ground:#2a3037;";

constexpr std::string_view kText = R"(
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--ink);line-height:1.6;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
font-size:1rem;overflow-wrap:break-word}
.page{max-width:1240px;margin:0 auto;padding:0 16px}
header{padding:48px 0 8px;position:relative}
h1{font-size:clamp(1.7rem,1.2rem + 2vw,2.4rem);line-height:1.2;letter-spacing:-.015em;
margin:0 88px 16px 0;max-width:28em;text-wrap:balance}
h2{font-size:clamp(1.3rem,1.1rem + .8vw,1.6rem);line-height:1.25;letter-spacing:-.01em;
margin:0 0 16px;text-wrap:balance}
h3{font-size:1.125rem;line-height:1.35;margin:0;text-wrap:balance}
p{margin:0 0 16px;max-width:44em}
.lead{font-size:1.125rem;color:var(--quiet);max-width:40em}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
section{padding-top:56px}
:target{scroll-margin-top:16px}
.note{font-size:.875rem;color:var(--quiet);margin:16px 0 0;max-width:52em}
pre{background:var(--paper);border:1px solid var(--rule);border-radius:10px;padding:16px;
overflow-x:auto;font-size:.8125rem;line-height:1.5;margin:0 0 24px;
font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
footer{margin-top:64px;padding:24px 0 48px;border-top:1px solid var(--rule);
color:var(--quiet);font-size:.875rem}
#theme{position:absolute;right:0;top:50px;font:inherit;font-size:.875rem;color:var(--ink);
background:var(--paper);border:1px solid var(--rule);border-radius:999px;padding:6px 14px;
min-height:36px;cursor:pointer}
#theme[hidden]{display:none}
)";

constexpr std::string_view kContents = R"(
nav{margin-top:24px;padding-top:24px;border-top:1px solid var(--rule)}
nav ul{list-style:none;margin:0;padding:0}
.contents{columns:19em 3;column-gap:40px}
.contents>li{break-inside:avoid;margin-bottom:16px}
.contents>li>a{font-weight:600}
.contents a{display:inline-block;padding:2px 0;text-decoration:none}
.contents a:hover{text-decoration:underline}
.contents ul li{display:flex;gap:8px;line-height:1.45;font-size:.9375rem}
.mark{flex:none;width:1.2em;text-align:center;padding-top:2px}
.tally{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 20px;padding:0;list-style:none}
.held{color:var(--held)}.partly{color:var(--partly)}
.failed{color:var(--failed)}.ours{color:var(--ours)}
.badge{flex:none;font-size:.8125rem;font-weight:600;line-height:1;border-radius:999px;
padding:6px 11px;white-space:nowrap}
.badge.held{background:var(--held-ground)}.badge.partly{background:var(--partly-ground)}
.badge.failed{background:var(--failed-ground)}.badge.ours{background:var(--ours-ground)}
)";

constexpr std::string_view kFigures = R"(
.card{background:var(--paper);border:1px solid var(--rule);border-radius:12px;margin:0 0 28px;
padding:28px}
.head{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:center;justify-content:space-between;
margin-bottom:14px}
.said{margin:0 0 24px;max-width:52em;display:grid;grid-template-columns:max-content 1fr;
gap:6px 16px}
.said dt{color:var(--quiet);font-size:.875rem;padding-top:.12em}
.said dd{margin:0}
.panels{display:grid;gap:36px 40px;align-items:start}
.plot{display:block;width:100%;max-width:450px;height:auto;overflow:visible}
@media (min-width:720px){
.panels.two{grid-template-columns:1fr 1fr}
.panels.three{grid-template-columns:1fr 1fr}
.single{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,min(450px,52%));gap:0 40px;
grid-template-rows:auto 1fr}
.single .panels{grid-column:2;grid-row:1 / span 2}
.single .said{grid-template-columns:1fr;gap:2px}
.single .said dd{margin-bottom:10px}
.single>.note{margin-top:0}
.single>details{grid-column:1 / -1}
}
@media (min-width:1040px){.panels.three{grid-template-columns:1fr 1fr 1fr}}
details{margin-top:16px}
summary{cursor:pointer;color:var(--link);font-size:.875rem;padding:6px 0;width:fit-content}
.scroll{overflow:auto;max-width:100%;margin-top:8px;background:
linear-gradient(90deg,var(--paper) 50%,transparent) 0 0 / 32px 100% no-repeat local,
linear-gradient(270deg,var(--paper) 50%,transparent) 100% 0 / 32px 100% no-repeat local,
linear-gradient(90deg,var(--rule),transparent) 0 0 / 14px 100% no-repeat scroll,
linear-gradient(270deg,var(--rule),transparent) 100% 0 / 14px 100% no-repeat scroll}
details .scroll{max-height:26em;border:1px solid var(--rule);border-radius:8px}
table{border-collapse:collapse;width:max-content;font-size:.875rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;font-size:1rem;padding:0 0 10px}
th,td{padding:7px 16px 7px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--quiet);font-weight:600;white-space:nowrap;border-bottom-color:var(--axis)}
tbody th{font-weight:500}
td,tbody th{max-width:26em}
.number{text-align:right;white-space:nowrap}
details table{min-width:100%}
details th,details td,details th:last-child,details td:last-child{padding:5px 14px}
details thead th{position:sticky;top:0;background:var(--paper)}
@media (max-width:719px){
header{padding-top:28px}
#theme{top:26px}
section{padding-top:40px}
.card{margin-left:-16px;margin-right:-16px;border-radius:0;border-left:0;border-right:0;
padding:24px 16px}
.said{grid-template-columns:1fr;gap:2px}
.said dd{margin-bottom:8px}
}
)";

constexpr std::string_view kPrint = R"(
html{font-size:10pt}
body{background:none}
.page{max-width:none;padding:0}
#theme,details{display:none}
.card{border:0;padding:0;margin:0 0 20pt;break-inside:avoid}
.panels.two{grid-template-columns:1fr 1fr}
.panels.three{grid-template-columns:1fr 1fr 1fr;gap:16pt}
.badge{border:1px solid currentColor}
h2,h3{break-after:avoid}
.scroll{overflow:visible}
a{color:inherit;text-decoration:none}
)";

std::string theme(const Palette& palette, std::string_view page) {
  return variables(palette) + std::string(page);
}

}  // namespace

std::string page_style() {
  const std::string light = theme(light_palette(), kLight);
  const std::string dark = theme(dark_palette(), kDark);
  std::string style = "\n:root{" + light + "}\n";
  style += "@media (prefers-color-scheme:dark){:root{" + dark + "}}\n";
  style += ":root[data-theme=light]{" + light + "}\n:root[data-theme=dark]{" + dark + "}";
  style += kText;
  style += kContents;
  style += kFigures;
  style += shape_rules() + variable_colour_rules();
  style += "@media print{:root,:root[data-theme]{" + light + "}";
  style += kPrint;
  return style + "}\n";
}

std::string_view theme_script() {
  return R"((function(){
var root=document.documentElement,button=document.getElementById('theme');
var system=matchMedia('(prefers-color-scheme: dark)');
function dark(){return root.dataset.theme?root.dataset.theme==='dark':system.matches}
function say(){button.textContent=dark()?'Light':'Dark'}
button.onclick=function(){root.dataset.theme=dark()?'light':'dark';say()};
system.onchange=say;button.hidden=false;say();
})();)";
}

}  // namespace dplda
