import theme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

const notFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', h('a', { href: '/' }, 'To the first page')),
  ]);

export default { ...theme, Layout: () => h(theme.Layout, null, { 'not-found': notFound }) };
