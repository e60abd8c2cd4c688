import type { useForm } from '#web/admin/ui/use-form.ts';
import type { NewOrder } from './new-order.ts';

export type NewOrderForm = ReturnType<typeof useForm<NewOrder>>;
