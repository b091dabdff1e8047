// What TypeDoc's pages lack for screen readers.
document.querySelector('.col-content')?.setAttribute('role', 'main');
document.querySelector('.page-menu')?.setAttribute('role', 'navigation');
document.querySelector('.page-menu')?.setAttribute('aria-label', 'Page');
document.querySelector('#tsd-sidebar-links')?.setAttribute('aria-label', 'Site');
for (const heading of document.querySelectorAll('.col-content > .tsd-panel > h4, .tsd-index-heading')) {
  heading.setAttribute('aria-level', '2');
}
