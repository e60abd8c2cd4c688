import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Root in a container has no user namespaces. The other flags stop Chromium's own network requests.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Returns the path of Chromium's headless shell if Debian's package is installed, otherwise of a
 * whole Chromium. The shell draws no window, so the browser tests take a third less time;
 * Lighthouse and the bench measure the browser of shoppers.
 */
export function headlessShell(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : chromium();
}

/**
 * Returns the path of a Chromium for the browser tests: CHROMIUM_PATH, otherwise an installed one,
 * otherwise (as root on Debian) installs the package and logs that.
 *
 * @throws Error when there is none and none can be installed
 */
export function chromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    return given;
  }
  const found = PATHS.find((path) => existsSync(path));
  if (found) {
    return found;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Browser tests: no Chromium on this machine, installing the Debian package …\n');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (existsSync('/usr/bin/chromium')) {
      return '/usr/bin/chromium';
    }
  }
  throw new Error('No Chromium was found; install one or name it in CHROMIUM_PATH.');
}
