import { actorOf } from '#server/http/auth.ts';
import type { Handlers } from '#server/http/implement.ts';
import type { bankMessagesApi } from '#shop/orders/payments/bank-messages-api.ts';
import type { BankMessagesService } from './bank-messages.service.ts';

/** Messages that wait for a person, senders and wordings. */
export function bankMessageHandlers(messages: () => BankMessagesService): Handlers<typeof bankMessagesApi> {
  return {
    'GET /payments/bank-messages': ({ query }) => messages().list(query),
    'POST /payments/bank-messages/:id/confirm': async (request) => ({
      message: 'Payment confirmed',
      ...(await messages().confirm(request.params.id, request.body.orderNumber, actorOf(request))),
    }),
    'POST /payments/bank-messages/:id/dismiss': async (request) => ({
      message: 'The message is set aside',
      bankMessage: await messages().setAside(request.params.id, true, actorOf(request)),
    }),
    'POST /payments/bank-messages/:id/open': async (request) => ({
      message: 'The message waits again',
      bankMessage: await messages().setAside(request.params.id, false, actorOf(request)),
    }),
    'GET /payments/senders': () => messages().senders(),
    'POST /payments/senders/accept': async (request) => {
      await messages().acceptSender(request.body, actorOf(request));
      return { message: 'Sender added' };
    },
    'POST /payments/senders/ignore': async (request) => {
      await messages().ignoreSender(request.body, actorOf(request));
      return { message: request.body.ignored ? 'Sender ignored' : 'Sender no longer ignored' };
    },
    'GET /payments/wordings': () => messages().wordings(),
    'POST /payments/wordings/:id/trust': async (request) => ({
      message: 'Trusted. The next message like this confirms its order by itself.',
      wording: await messages().trust(request.params.id, actorOf(request)),
    }),
    'POST /payments/wordings/:id/later': async (request) => {
      await messages().later(request.params.id, actorOf(request));
      return { message: 'We ask again after five more messages like this' };
    },
    'PUT /payments/wordings/:id': async (request) => ({
      message: request.body.on ? 'Wording switched on' : 'Wording switched off. Such messages wait for you.',
      wording: await messages().switch(request.params.id, request.body.on, actorOf(request)),
    }),
  };
}
