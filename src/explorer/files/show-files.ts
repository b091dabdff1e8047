import { type Encoding, messageOf } from '../../core/index.ts';
import type { ExplorerPanel } from '../explorer-panel.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import type { ExplorerSpace } from '../explorer-space.ts';
import type { ExplorerOptions } from '../renderers.ts';
import { contentSentence, type FileContent } from './file-content.ts';
import { readFile } from './read-file.ts';
import { isOfDomain } from './same-domain.ts';

/** What an explorer does with the contents of files. */
interface FilesExplorer extends HTMLElement {
  update(archive: ExplorerArchive): void;
  open(space: ExplorerSpace, options: ExplorerOptions): void;
  openBeside(space: ExplorerSpace, options: ExplorerOptions): void;
  updateBeside(archive: ExplorerArchive): void;
  closeBeside(): void;
  decode(encoding: Encoding): void;
}

/** Shows what files hold; of those that hold nothing, says why. */
export async function showFiles(explorer: FilesExplorer, panel: ExplorerPanel, files: readonly File[]): Promise<void> {
  const line = explorer.shadowRoot!.querySelector<HTMLElement>('.told')!;
  const tell = (text: string): void => {
    line.hidden = false;
    line.textContent = text;
  };
  line.classList.remove('wrong');
  const [told, wrong]: string[][] = [[], []];
  const { space, drawing } = panel.pane ?? {};
  let opened = false;
  for (const file of files) {
    try {
      const contents = await readFile(file.name, new Uint8Array(await file.arrayBuffer()), panel.pane?.space, tell);
      for (const content of contents) {
        const event = new CustomEvent('file', { detail: content, cancelable: true });
        if (explorer.dispatchEvent(event)) {
          const alone = panel.pane === undefined || (!opened && files.length + contents.length > 2);
          // Renderer and labels of the page do not know another domain.
          const isForeign = space !== undefined && 'archive' in content && !isOfDomain(content.archive, space);
          const { labels, fitnessLabel } = space ?? {};
          const options = isForeign ? { renderer: undefined } : { ...drawing, labels, fitnessLabel };
          showContent(explorer, content, alone, options);
          opened ||= 'archive' in content;
        }
        told!.push(contentSentence(content));
      }
    } catch (error) {
      wrong!.push(messageOf(error));
    }
  }
  line.classList.toggle('wrong', wrong!.length > 0);
  tell([...wrong!, ...told!].join(' '));
}

/** Shows an encoding, or an archive: alone, or beside the one that is shown. */
function showContent(explorer: FilesExplorer, content: FileContent, alone: boolean, given: ExplorerOptions): void {
  if ('encoding' in content) {
    explorer.decode(content.encoding);
    return;
  }
  const options = { name: content.name, ...given };
  if (alone) {
    explorer.closeBeside();
    explorer.open(content.archive, options);
    explorer.update(content.archive);
  } else {
    explorer.openBeside(content.archive, options);
    explorer.updateBeside(content.archive);
  }
}
