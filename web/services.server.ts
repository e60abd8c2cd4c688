import { createContext, type RouterContextProvider } from 'react-router';
// The only import from the server, and types only: the services themselves come from the load context.
import type { Services } from '../server/services.ts';

export type { Services };

export const servicesContext = createContext<Services>();

/** Reads a file of the built client by its address, such as `/assets/app.css`. @throws Error when there is none */
export type ReadAsset = (address: string) => string;

export const readAssetContext = createContext<ReadAsset>();

/** The services of the shop, in a loader. */
export function getServices(context: Readonly<RouterContextProvider>): Services {
  return context.get(servicesContext);
}
