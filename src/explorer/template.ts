import { explorerStyle } from './explorer-style.ts';

const card = '<canvas role="img"></canvas><h3></h3><p class="big"></p><dl></dl>';

/** The inside of an explorer. */
export const explorerTemplate: string = `<style>${explorerStyle}</style>
<div class="explorer">
<div class="bar">
<p class="count"></p>
<label class="by" hidden>Colour <select aria-label="Colour cells by"></select></label>
<div class="open" hidden><button type="button" data-do="files" title="Archives as npy, CSV or files of elites; encodings">Open files …</button><input type="file" multiple tabindex="-1" aria-hidden="true" hidden></div>
<div class="views" role="group" aria-label="Two archives" hidden>
<button type="button" data-do="side" aria-pressed="true">Side by side</button>
<button type="button" data-do="difference" aria-pressed="false">Difference</button>
</div>
<div class="zooms" role="group" aria-label="View">
<button type="button" data-do="lineage" aria-pressed="true" title="Parents and children of the chosen elite">Lineage</button>
<button type="button" data-do="out" aria-label="Zoom out">−</button>
<button type="button" data-do="fit" aria-label="Fit the whole map">Fit</button>
<button type="button" data-do="in" aria-label="Zoom in">+</button>
</div>
</div>
<p class="told" role="status" hidden></p>
<div class="body">
<div class="plot"><div class="panes"></div></div>
<div class="cards">
<section class="card" aria-label="Elite">${card}</section>
<section class="card" aria-label="Elite of the other archive" hidden>${card}</section>
</div>
</div>
<section class="latents" aria-label="Encoding" hidden></section>
<section class="target" aria-label="Look for a target" hidden></section>
<div class="charts" hidden></div>
<p class="hint" id="hint">Point at a cell to see its elite; click to keep it: a ring is where it lies. <span class="lineage" hidden>Lineage then draws coloured arrows from its ancestors, and thin ones to its children. </span>Keys on the map: arrows move, Enter keeps, + and − zoom, 0 shows all, B the best, Esc lets go.</p>
<p class="read" role="status" aria-live="polite"></p>
</div>`;
