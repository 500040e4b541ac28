package dev.edgewise.scheduler.cost;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads the project's classes, and those of persistent collections, once more so that they count their {@link Steps}.
 */
final class CountingLoader extends ClassLoader {
    private static final Set<String> COUNTED = Set.of("dev.edgewise.", "org.pcollections.");
    private static final String STEPS = Type.getInternalName(Steps.class);

    CountingLoader() {
        super(CountingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean counted = COUNTED.stream().anyMatch(name::startsWith) && !name.equals(Steps.class.getName());
        if (!counted) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream source = getParent().getResourceAsStream(file)) {
            if (source == null) {
                throw new ClassNotFoundException(name);
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(source).accept(new CountingClass(writer), 0);
            byte[] counting = writer.toByteArray();
            return defineClass(name, counting, 0, counting.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static final class CountingClass extends ClassVisitor {
        CountingClass(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new CountingMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
        }
    }

    private static final class CountingMethod extends MethodVisitor {
        private final Set<Label> passed = new HashSet<>();

        CountingMethod(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            step();
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (passed.contains(label)) {
                step();
            }
            super.visitJumpInsn(opcode, label);
        }

        private void step() {
            super.visitFieldInsn(Opcodes.GETSTATIC, STEPS, "count", "J");
            super.visitInsn(Opcodes.LCONST_1);
            super.visitInsn(Opcodes.LADD);
            super.visitFieldInsn(Opcodes.PUTSTATIC, STEPS, "count", "J");
        }
    }
}
