import { Dialog } from '#web/ui/dialog.tsx';
import { useJumps } from './use-shortcuts.ts';

/** The list of shortcuts, opened by '?'. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const keys: [string[], string][] = [
    [['Ctrl', 'K'], 'Search everything (⌘ K on a Mac)'],
    [['/'], 'Search everything'],
    [['?'], 'This list'],
    [['n'], 'New order'],
    [['j'], 'Next order of the list; k for the one before'],
    [['x'], 'Tick the order; Enter opens it'],
    [['Esc'], 'Close a dialog or drawer'],
    ...useJumps().map(({ key, section }): [string[], string] => [['g', key], section.title]),
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="keys">
        {keys.map(([combination, meaning]) => (
          <div key={combination.join(' ')}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
