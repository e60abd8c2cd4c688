import { runBeside } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import type { ShopApp } from '../http/routes.ts';
import { byStaffRoutes } from './checkout/by-staff.routes.ts';
import type { ByStaffService } from './checkout/by-staff.ts';
import { couponRoutes } from './coupons/routes.ts';
import type { CouponsService } from './coupons/service.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { ProofService } from './payments/service.ts';
import { upiAppRoutes } from './payments/upi-apps.ts';
import { replacementsRoutes } from './replacements/routes.ts';
import type { ReplacementsService } from './replacements/service.ts';
import { type OrderServices, ordersRoutes } from './routes.ts';

interface OrdersAreaServices extends OrderServices {
  context: ServiceContext;
  byStaff: ByStaffService;
  proof: ProofService;
  replacements: ReplacementsService;
  coupons: CouponsService;
}

/** Orders with their payments, replacements and coupons. */
export async function ordersArea(app: ShopApp, services: OrdersAreaServices): Promise<void> {
  ordersRoutes(app, services);
  paymentRoutes(app, services);
  upiAppRoutes(app, services);
  replacementsRoutes(app, services);
  couponRoutes(app, services);
  byStaffRoutes(app, services);

  const { orders, invoices, proof, replacements } = services;
  runBeside(app, () => [orders, invoices, proof, replacements.photos]);
}
