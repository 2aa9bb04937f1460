package dev.coppice.api;

import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The types that a compiler needs for some classes: those that their public and protected signatures name, and so on. */
final class SignatureTypes {
    private static final String OURS = "dev.coppice.";

    private final SortedSet<String> ours = new TreeSet<>();
    private final SortedSet<String> others = new TreeSet<>();
    private final Set<TypeVariable<?>> variables = new HashSet<>();
    private final Deque<Class<?>> open = new ArrayDeque<>();

    /** Adds a class and the types that it needs. */
    void add(String name) {
        try {
            add(Class.forName(name));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        while (!open.isEmpty()) {
            needed(open.pop()).forEach(this::add);
        }
    }

    /** Names of the classes of this project. */
    SortedSet<String> ours() {
        return ours;
    }

    /** Names of all other classes. */
    SortedSet<String> others() {
        return others;
    }

    private static Stream<Type> needed(Class<?> type) {
        var supertypes =
                Stream.concat(Stream.of(type.getGenericInterfaces()), Stream.ofNullable(type.getGenericSuperclass()));
        var subtypes = type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.<Type>empty();
        var nested = Arrays.stream(type.getDeclaredClasses()).filter(inner -> isVisible(inner.getModifiers()));
        var executables = Stream.<Executable>concat(
                        Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredConstructors()))
                .filter(SignatureTypes::isVisible)
                .flatMap(SignatureTypes::named);
        var fields = Arrays.stream(type.getDeclaredFields())
                .filter(SignatureTypes::isVisible)
                .map(field -> field.getGenericType());
        return Stream.of(supertypes, subtypes, nested, executables, fields, Stream.ofNullable(type.getEnclosingClass()))
                .flatMap(types -> types);
    }

    private static Stream<Type> named(Executable executable) {
        return Stream.of(
                        Stream.of(executable.getGenericParameterTypes()),
                        Stream.of(executable.getGenericExceptionTypes()),
                        Stream.of(executable.getAnnotatedReturnType().getType()))
                .flatMap(types -> types);
    }

    private static boolean isVisible(Member member) {
        return !member.isSynthetic() && isVisible(member.getModifiers());
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private void add(Type type) {
        if (type instanceof Class<?> named) {
            addClass(named.isArray() ? named.getComponentType() : named);
        } else if (type instanceof ParameterizedType generic) {
            add(generic.getRawType());
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::add);
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(this::add);
            Arrays.stream(wildcard.getLowerBounds()).forEach(this::add);
        } else if (type instanceof GenericArrayType array) {
            add(array.getGenericComponentType());
        } else if (type instanceof TypeVariable<?> variable && variables.add(variable)) {
            Arrays.stream(variable.getBounds()).forEach(this::add);
        }
    }

    private void addClass(Class<?> type) {
        if (type.isArray()) {
            add((Type) type);
        } else if (type.isPrimitive()) {
            return;
        } else if (!type.getName().startsWith(OURS)) {
            others.add(type.getName());
        } else if (ours.add(type.getName())) {
            open.add(type);
        }
    }
}
