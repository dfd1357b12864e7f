/** Sends the one form of the page; with scripts off its button remains. */
export const AUTO_POST_SCRIPT = `document.querySelector('form[data-auto-post]')?.requestSubmit();
`;

export const STYLE = `:root { color-scheme: light; --ink: #171a1c; --quiet: #4b5358; --line: #c3c9cd; --accent: #1f4f82; --ground: #f4f6f7; }
* { box-sizing: border-box; }
body { margin: 0; font: 1.125rem/1.5 "Noto Sans", "Fira Sans", system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header { background: #fff; border-bottom: 1px solid var(--line); }
header p { max-width: 44rem; margin: 0 auto; padding: .5rem 1rem; }
header .demo { max-width: none; background: #ffe08a; text-align: center; font-size: 1rem; }
header .role { font-weight: 700; padding-block: 1rem; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
p { max-width: 65ch; }
.en { display: block; color: var(--quiet); font-size: 1rem; font-weight: 400; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 0 0 1rem; }
.card h2, .card h3 { margin: 0 0 .25rem; font-size: 1.125rem; }
.card p { margin: 0 0 .75rem; }
.amount { font-size: 2.25rem; font-weight: 700; margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dd dl { display: block; border-left: 2px solid var(--quiet); padding-left: .75rem; }
dd { overflow-wrap: anywhere; }
h1, h2, dt { overflow-wrap: break-word; hyphens: auto; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; margin: 0; }
form { margin: 0; }
label { display: block; margin-bottom: .75rem; }
input[type="text"] { display: block; width: 100%; max-width: 22rem; font: inherit; min-height: 48px; padding: .5rem .75rem; border: 1px solid var(--quiet); border-radius: 4px; }
button, .button { display: inline-block; font: inherit; font-weight: 600; line-height: 1.3; min-height: 48px; padding: .625rem 1.25rem; margin: 0 .5rem .5rem 0; text-align: left; vertical-align: top; text-decoration: none; color: var(--accent); background: #fff; border: 2px solid var(--accent); border-radius: 6px; cursor: pointer; }
button.primary { color: #fff; background: var(--accent); }
button.primary .en { color: #fff; }
button:hover, .button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid #0b0c0c; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
.badge { display: block; margin-top: .25rem; font-weight: 400; font-size: 1rem; color: var(--quiet); }
.badge > span { display: inline; }
.badge .en::before { content: "/ "; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } button, .button { width: 100%; margin-right: 0; } }
`;
