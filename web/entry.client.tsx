import { pressEarly } from './early-presses.ts';

// React Router's entry, which loads with the page. React DOM and hydration follow when the page allows it (web/early-input.ts).
void window.clientMayStart.then(() => import('./hydrate.tsx'));
window.handlePresses(pressEarly);
