import { explorerStyle } from './explorer-style.ts';

/** The inside of an explorer. */
export const explorerTemplate: string = `<style>${explorerStyle}</style>
<div class="explorer">
<div class="bar">
<p class="count"></p>
<label class="by">Colour <select aria-label="Colour cells by"></select></label>
<div class="zooms" role="group" aria-label="View">
<button type="button" data-do="lineage" aria-pressed="true" title="Parents and children of the chosen elite">Lineage</button>
<button type="button" data-do="out" aria-label="Zoom out">−</button>
<button type="button" data-do="fit" aria-label="Fit the whole map">Fit</button>
<button type="button" data-do="in" aria-label="Zoom in">+</button>
</div>
</div>
<div class="body">
<div class="plot">
<div class="frame">
<canvas class="axes" aria-hidden="true"></canvas>
<div class="map" tabindex="0" role="application" aria-roledescription="map of elites" aria-label="Map of elites" aria-describedby="hint"><canvas class="cells" aria-hidden="true"></canvas><canvas class="over" aria-hidden="true"></canvas></div>
</div>
<div class="legend"></div>
</div>
<section class="card" aria-label="Elite"></section>
</div>
<section class="latents" aria-label="Encoding" hidden></section>
<div class="charts" hidden></div>
<p class="hint" id="hint">Point at a cell to see its elite; click to keep it. Keys on the map: arrows move, Enter keeps, + and − zoom, 0 shows all, B the best, Esc lets go.</p>
<p class="read" role="status" aria-live="polite"></p>
</div>`;
