/** Gives files that are dropped on an element, or chosen with a button, to `take`. */
export function listenFiles(element: HTMLElement, button: HTMLElement, take: (files: readonly File[]) => void): void {
  const input = button.nextElementSibling as HTMLInputElement;
  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    take(Array.from(input.files!));
    // So that the same file can be chosen again.
    input.value = '';
  });
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  element.addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!element.contains(relatedTarget as Node | null)) element.classList.remove('dropping');
  });
  element.addEventListener('drop', (event) => {
    element.classList.remove('dropping');
    if (!holdsFiles(event)) return;
    event.preventDefault();
    take(Array.from(event.dataTransfer!.files));
  });
}
