import { createContext, type RouterContextProvider } from 'react-router';
// The only import from the server, and types only: the services themselves come from the load context.
import type { Services } from '../server/services.ts';

export type { Services };

export const servicesContext = createContext<Services>();

/** The services of the shop, in a loader. */
export function getServices(context: Readonly<RouterContextProvider>): Services {
  return context.get(servicesContext);
}
