import { createContext, type RouterContextProvider } from 'react-router';
// The one door to the server, and for types only: the services themselves arrive through the load context.
import type { Services } from '../server/services.ts';

export type { Services };

export const servicesContext = createContext<Services>();

/** The services of the shop, in a loader. */
export function getServices(context: Readonly<RouterContextProvider>): Services {
  return context.get(servicesContext);
}
