/** The role of a message as a part of a class name. A role is any text, so what no class name has is replaced. Pure. */
export function roleClass(role) {
    return String(role ?? '').replace(/[^\w-]/g, '_');
}
