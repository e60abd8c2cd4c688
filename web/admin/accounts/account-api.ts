import { queryOptions } from '@tanstack/react-query';
import type { ChangePasswordInput, MemberChange, TeamInput } from '#shop/accounts/staff.ts';
import { adminCall } from '../lib/session.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /auth/sessions', {}, { signal })).sessions,
});

export const teamQuery = queryOptions({
  queryKey: ['account', 'team'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /auth/team', {}, { signal })).team,
});

/** The API calls of the account section. @throws ApiError */
export const accountCalls = {
  changePassword: (body: ChangePasswordInput) => adminCall('POST /auth/change-password', { body }),
  endSession: (id: string) => adminCall('DELETE /auth/sessions/:id', { params: { id } }),
  endOthers: () => adminCall('DELETE /auth/sessions'),
  addMember: (body: TeamInput) => adminCall('POST /auth/team', { body }),
  change: (id: string, body: MemberChange) => adminCall('PUT /auth/team/:id', { params: { id }, body }),
  invite: (id: string) => adminCall('POST /auth/team/:id/invite', { params: { id } }),
};
