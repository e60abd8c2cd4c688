import type { z } from 'zod';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isPinKnown } from '#shop/india/pin-codes.ts';
import { correctAddress } from '#shop/orders/changes/address.ts';
import type { ShippingAddressInput } from '#shop/orders/orders.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

/** Corrects the delivery address. @throws ShopError order_not_found, stale; see `correctAddress` */
export function changeAddress(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  {
    shippingAddress,
    version,
  }: { shippingAddress: z.output<typeof ShippingAddressInput>; version?: number | undefined },
  actor: Actor,
): Promise<void> {
  const { name, phone, email, address, city, state, pincode, country, addressType, gstin } = shippingAddress;
  const columns = { name, phone, email, address, city, state, pincode, country, address_type: addressType };
  const facts = { home: deps.terms.home, pinKnown: isPinKnown(pincode) };
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    // A client that does not know the field leaves it as it is.
    decide: ({ order }) => correctAddress(order, { ...columns, gstin: gstin ?? order.gstin }, facts),
  });
}
