// What TypeDoc's pages lack for screen readers.
document.querySelector('.col-content')?.setAttribute('role', 'main');
document.querySelector('.page-menu')?.setAttribute('role', 'navigation');
document.querySelector('.page-menu')?.setAttribute('aria-label', 'Page');
document.querySelector('#tsd-sidebar-links')?.setAttribute('aria-label', 'Site');
// No level of heading is left out.
let level = 1;
for (const heading of document.querySelectorAll(':is(h1, h2, h3, h4, h5, h6)')) {
  const own = Number(heading.getAttribute('aria-level') ?? heading.localName.slice(1));
  level = Math.min(own, level + 1);
  heading.setAttribute('aria-level', String(level));
}

// In the list of modules, a link must not be inside the button that opens its entry.
const entries = document.querySelector('#tsd-nav-container');
const separateLinks = () => {
  for (const link of entries.querySelectorAll('summary > a')) {
    const button = link.parentElement;
    button.setAttribute('aria-label', `Exports of ${link.textContent}`);
    button.closest('li').classList.add('entry');
    button.closest('li').prepend(link);
  }
};
if (entries !== null) {
  new MutationObserver(separateLinks).observe(entries, { childList: true });
  separateLinks();
}
