import { queryOptions } from '@tanstack/react-query';
import type { ChangePasswordInput, MemberChange, ProfileInput, TeamInput } from '#shop/accounts/staff.ts';
import type { SwitchOffInput, SwitchOnInput, TeamRules } from '#shop/accounts/two-step.ts';
import { adminCall } from '../lib/session.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /auth/sessions', {}, { signal })).sessions,
});

export const teamQuery = queryOptions({
  queryKey: ['account', 'team'] as readonly unknown[],
  queryFn: async ({ signal }) => {
    const { team, rules } = await adminCall('GET /auth/team', {}, { signal });
    return { team, rules };
  },
});

export const alertsQuery = queryOptions({
  queryKey: ['account', 'alerts'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /auth/alerts', {}, { signal })).alerts,
});

export const twoStepQuery = queryOptions({
  queryKey: ['account', 'two-step'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /auth/two-step', {}, { signal })).twoStep,
});

/** The secret that this session sets up. Not loaded again while somebody scans it. */
export const setupQuery = queryOptions({
  queryKey: ['two-step-setup'] as readonly unknown[],
  queryFn: ({ signal }) => adminCall('POST /auth/two-step/setup', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: false,
  gcTime: 0,
});

/** The API calls of the account section. @throws ApiError */
export const accountCalls = {
  changeName: (body: ProfileInput) => adminCall('PUT /auth/profile', { body }),
  changePassword: (body: ChangePasswordInput) => adminCall('POST /auth/change-password', { body }),
  endSession: (id: string) => adminCall('DELETE /auth/sessions/:id', { params: { id } }),
  setAlertMails: (mail: boolean) => adminCall('PUT /auth/alerts', { body: { mail } }),
  removeAlertDevice: (id: string) => adminCall('DELETE /auth/alerts/devices/:id', { params: { id } }),
  endOthers: () => adminCall('DELETE /auth/sessions'),
  addMember: (body: TeamInput) => adminCall('POST /auth/team', { body }),
  change: (id: string, body: MemberChange) => adminCall('PUT /auth/team/:id', { params: { id }, body }),
  resetTwoStep: (id: string) => adminCall('DELETE /auth/team/:id/two-step', { params: { id } }),
  saveRules: (body: TeamRules) => adminCall('PUT /auth/team-rules', { body }),
  switchOn: (body: SwitchOnInput) => adminCall('POST /auth/two-step', { body }),
  switchOff: (body: SwitchOffInput) => adminCall('POST /auth/two-step/off', { body }),
  newCodes: (password: string) => adminCall('POST /auth/two-step/recovery-codes', { body: { password } }),
  invite: (id: string) => adminCall('POST /auth/team/:id/invite', { params: { id } }),
};
