package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LibcTest {
    @Test
    void every_handle_has_the_name_of_its_symbol() throws IllegalAccessException {
        List<Field> handles = Arrays.stream(Libc.class.getDeclaredFields())
                .filter(field -> field.getType() == MethodHandle.class)
                .toList();
        assertThat(handles).isNotEmpty().hasSameSizeAs(Libc.HANDLES.keySet());
        for (Field field : handles) {
            field.setAccessible(true);
            assertThat(Libc.HANDLES.get(field.getName().toLowerCase(Locale.ROOT)))
                    .as(field.getName())
                    .isSameAs(field.get(null));
        }
    }

    @Test
    void a_failed_call_gives_the_negative_errno() {
        assertThat(Libc.close(-1)).isEqualTo(-9);
    }
}
