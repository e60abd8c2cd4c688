/**
 * What an API key may be given. Each endpoint of the contract that a key may call names one of them
 * (`scope`); all others refuse keys.
 */
export const SCOPES = ['products:read', 'stock:write', 'orders:read', 'parcels:write', 'contacts:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a scope allows, for the owner. */
export const SCOPE_WORDS: Record<Scope, string> = {
  'products:read': 'Read products, prices and stock, hidden products too',
  'stock:write': 'Receive and correct stock',
  'orders:read': 'Read orders with names, addresses and UTRs, and their invoices',
  'parcels:write': 'Ship paid orders, enter tracking numbers, mark as delivered',
  'contacts:read': 'Read the messages of shoppers',
};
