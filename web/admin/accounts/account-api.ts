import { queryOptions } from '@tanstack/react-query';
import type { StaffSession, TeamInput, TeamMember } from '#shop/accounts/staff.ts';
import { adminApi } from '../session.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminApi<{ sessions: StaffSession[] }>('/auth/sessions', { signal })).sessions,
});

export const teamQuery = queryOptions({
  queryKey: ['account', 'team'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminApi<{ team: TeamMember[] }>('/auth/team', { signal })).team,
});

interface Said {
  message: string;
}

/** The calls of the account section; each answers the server's sentence. @throws ApiError */
export const accountCalls = {
  changePassword: (body: { currentPassword: string; newPassword: string }) =>
    adminApi<Said>('/auth/change-password', { method: 'POST', body }),
  endSession: (id: string) => adminApi<Said>(`/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  endOthers: () => adminApi<Said>('/auth/sessions', { method: 'DELETE' }),
  addMember: (body: TeamInput) => adminApi<Said>('/auth/team', { method: 'POST', body }),
  setActive: (id: string, active: boolean) =>
    adminApi<Said>(`/auth/team/${encodeURIComponent(id)}`, { method: 'PUT', body: { active } }),
  invite: (id: string) => adminApi<Said>(`/auth/team/${encodeURIComponent(id)}/invite`, { method: 'POST' }),
};
